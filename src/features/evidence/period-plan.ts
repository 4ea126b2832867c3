import { Fault } from '../../api/faults.ts'
import { excessOf, periodLimits } from '../../evidence/limits.ts'
import { PackNames } from '../../evidence/pack-names.ts'
import { type DocumentEvidence, packPeriod } from '../../evidence/pack-period.ts'
import { heldBytesOf } from '../../store/database/stored-bytes.ts'
import { unlimitedRoom } from '../../store/room.ts'
import { evidencePlan, sizesOf } from './evidence-plan.ts'
import { type Period, type PeriodDocumentId, periodDocuments } from './period-documents.ts'
import { PeriodOverview } from './period-overview.ts'
import { documentPdf, organisationOf, type PrintParts, printedInTurn, serviceOf } from './printed-files.ts'
import { type EvidenceSnapshot, evidenceSnapshot } from './snapshot.ts'

/**
 * Plans the evidence of a period: lists its documents, and makes their packs one after the other
 * while the answer is read. Throws the Fault `period_too_large`.
 */
export async function periodEvidencePlan(
  orgId: string,
  { isPrinted, ...period }: PrintedPeriod,
  parts: PrintParts,
): Promise<PeriodEvidencePlan> {
  if (isPrinted && !parts.printer.printsPdf) throw new Fault('printing_missing')
  const documents = await periodDocuments(parts.store.database, orgId, { ...period, limit: documentsMax + 1 })
  if (documents.length > documentsMax) throw new Fault('period_too_large', { max: documentsMax })
  if (isPrinted && documents.length > printedDocumentsMax)
    throw new Fault('period_too_large_to_print', { max: printedDocumentsMax, count: documents.length })
  return {
    heldBytes:
      heldBytesOf(Number.POSITIVE_INFINITY) +
      packBytes +
      documents.length * documentBytes +
      (isPrinted ? printedBytes : 0),
    pieces: () => piecesOf(orgId, { ...period, isPrinted }, documents, parts),
  }
}

export interface PeriodEvidencePlan {
  /** An upper bound, whatever the length of the packs. */
  readonly heldBytes: number
  pieces(): AsyncGenerator<Uint8Array, void, undefined>
}

interface PrintedPeriod extends Omit<Period, 'limit'> {
  /** Whether each pack has its document as PDF. */
  readonly isPrinted: boolean
}

/** Printing takes some 60 ms a document, so the answer comes for half a minute. */
export const printedDocumentsMax = 500
/** The texts of one long document, and its PDF. */
const printedBytes = 64 * 1024 * 1024

/** What the limits of the reader leave for packs. */
const documentsMax = periodLimits.filesMax - printedDocumentsMax - 4
/** A document in both lists and in the list of contents, its id, its number, and its name. */
const documentBytes = 2304
/** The snapshot of one document, and the buffers of both ZIP streams. */
const packBytes = 8 * 1024 * 1024

async function* piecesOf(
  orgId: string,
  { from, to, family, isPrinted }: PrintedPeriod,
  documents: readonly PeriodDocumentId[],
  parts: PrintParts,
): AsyncGenerator<Uint8Array, void, undefined> {
  // One key for all, also when it is rotated meanwhile.
  const signing = await parts.signingKey()
  const { key, keys, issuer } = signing
  const fixed = { ...parts, evidenceKey: async () => signing }
  const names = new PackNames()
  const overview = new PeriodOverview(isPrinted)
  async function* evidence() {
    for (const document of documents) {
      const made = await documentEvidence(orgId, document, { parts: fixed, isPrinted, names })
      overview.add(made.snapshot, made.evidence)
      yield made.evidence
    }
  }
  const madeAt = parts.now()
  const isSandbox = parts.gatewayName === 'sandbox'
  const organisation = await organisationOf(orgId, parts)
  const facts = { organisation, service: serviceOf(issuer, parts), from, to, madeAt, isSandbox }
  yield* packPeriod(
    {
      madeAt,
      issuer,
      orgId,
      period: { from, to, family: family ?? null },
      documents: evidence(),
      files: () => overview.files(facts),
    },
    key,
    keys,
  )
}

/** Neither too large for a pack, nor without its content. */
function isPackable(snapshot: EvidenceSnapshot): boolean {
  return snapshot.removedAt === undefined && excessOf(sizesOf(snapshot)) === undefined
}

/** The pack is made from one moment of the document, which the list describes too. */
async function documentEvidence(
  orgId: string,
  { id, family, issueDate }: PeriodDocumentId,
  { parts, isPrinted, names }: Packing,
): Promise<{ readonly snapshot: EvidenceSnapshot; readonly evidence: DocumentEvidence }> {
  const snapshot = await evidenceSnapshot(parts.store.database, orgId, family, id)
  if (snapshot === undefined) throw new Error(`document ${id} is gone`)
  const isPacked = isPackable(snapshot)
  // The plan has taken the memory of one document.
  const printed = isPacked && isPrinted ? await printedInTurn(snapshot, parts, unlimitedRoom) : []
  const document = {
    family,
    document_sequence: snapshot.sequence,
    id,
    document_number: snapshot.documentNumber,
    issue_date: issueDate,
    link: snapshot.link?.link ?? null,
  }
  if (!isPacked) return { snapshot, evidence: { ...document, pack: undefined, printed: undefined } }
  const path = names.pathOf(document)
  const pdf = printed.find((file) => file.path === documentPdf)
  const pack = { path, content: evidencePlan(snapshot, parts, printed).pieces() }
  return { snapshot, evidence: { ...document, pack, printed: pdf && { ...pdf, path: path.replace(/zip$/, 'pdf') } } }
}

interface Packing {
  readonly parts: PrintParts
  readonly isPrinted: boolean
  readonly names: PackNames
}
