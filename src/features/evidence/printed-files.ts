import { gulfMoment } from '@selfbill/pint-ae/page'
import { Fault } from '../../api/faults.ts'
import { isOfSandbox, pageAsPdf, printedPdf } from '../../api/operations/documents/printed-document.ts'
import type { Basics, Printing } from '../../api/parts.ts'
import type { Clock } from '../../clock/clock.ts'
import { evidenceCover, type NamedOrganisation, type SigningService } from '../../render/evidence-cover.ts'
import { findOrganisation } from '../../store/accounts/organisations.ts'
import { findDocument } from '../../store/documents/find-document.ts'
import type { Room } from '../../store/room.ts'
import { evidenceFiles, sentLegs } from './evidence-files.ts'
import type { EvidenceParts, PrintedFile } from './evidence-plan.ts'
import type { EvidenceSnapshot } from './snapshot.ts'

/**
 * The PDFs of a pack: a cover page that says what the pack is, and the document as people read it.
 * Like every file of the pack they are in its signed manifest. Throws Faults where nothing can be
 * printed.
 */
export async function printedFiles(
  of: EvidenceSnapshot,
  parts: PrintParts,
  room: Room,
): Promise<readonly PrintedFile[]> {
  const { database } = parts.store
  const document = await findDocument(database, of.orgId, of.family, of.documentId, room)
  if (document === undefined) throw new Error(`document ${of.documentId} is gone`)
  const { issuer } = await parts.signingKey()
  const files = [{ path: documentPdf, about: documentAbout }]
  for await (const { path, about } of evidenceFiles(database, of, parts.mlsTo)) files.push({ path, about })
  const cover = evidenceCover({
    ...of,
    overallStatus: document.overallStatus,
    isSandbox: await isOfSandbox(document, parts),
    organisation: await organisationOf(of.orgId, parts),
    company: of.family.startsWith('purchase') ? of.shown.buyer : of.shown.seller,
    service: serviceOf(issuer, parts),
    madeAt: gulfMoment(parts.now()),
    transmissions: sentLegs(of).map(({ corner, status, transmissionUuid }) => ({
      corner,
      status,
      uuid: transmissionUuid,
    })),
    files,
    chain: Object.entries(of.link ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  })
  const pdf = await printedPdf(document, { language: 'bilingual', parts, room })
  await room.take(pdf.length)
  return [
    { path: 'cover.pdf', about: 'What this pack is, for people', content: await pageAsPdf(parts, cover, of.orgId) },
    { path: documentPdf, about: documentAbout, content: pdf },
  ]
}

export interface PrintParts extends EvidenceParts, Basics, Printing {
  readonly store: Basics['store']
  /** Where others reach the service; undefined: not configured. */
  readonly publicUrl: string | undefined
  /** For packs that wait for the printers. */
  readonly clock: Pick<Clock, 'sleep'>
}

/** Whose evidence it is, by name and id. */
export async function organisationOf(orgId: string, { store }: Pick<PrintParts, 'store'>): Promise<NamedOrganisation> {
  return { id: orgId, name: (await findOrganisation(store.database, orgId))?.name ?? '' }
}

export function serviceOf(issuer: string, { publicUrl }: Pick<PrintParts, 'publicUrl'>): SigningService {
  return { issuer, address: publicUrl }
}

/** The PDF of a document in its pack. */
export const documentPdf = 'document.pdf'
const documentAbout = 'The printed document, in English and Arabic'

/**
 * The same for one of many documents: it waits while the printers are busy, since the answer has
 * begun and cannot become an error. Nothing for a document that takes too long to print: its pack
 * goes without, and the others with theirs.
 */
export async function printedInTurn(
  of: EvidenceSnapshot,
  parts: PrintParts,
  room: Room,
): Promise<readonly PrintedFile[]> {
  for (let round = 0; round < roundsMax; round += 1) {
    try {
      return await printedFiles(of, parts, room)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.code === 'print_too_long') return []
      if (error.code !== 'prints_exceeded' && error.code !== 'unavailable') throw error
      await parts.clock.sleep(pauseMs)
    }
  }
  return printedFiles(of, parts, room)
}

const pauseMs = 500
const roundsMax = 120
