import { writeJson } from '@selfbill/pint-ae/json'
import { envelopeInPieces } from '@selfbill/pint-ae/ubl'
import type { EvidenceFile } from '../../evidence/listed-member.ts'
import type { Database } from '../../store/database/database.ts'
import type { StoredText } from '../../store/database/stored-text.ts'
import { type RevisionText, revisionText } from '../../store/documents/revision-texts.ts'
import { attachmentContent, statusEnvelope } from '../../store/documents/stored-files.ts'
import { legDocument } from '../../store/legs/leg-document.ts'
import { evidenceLog } from './evidence-log.ts'
import type { EvidenceLeg, EvidenceSnapshot } from './snapshot.ts'
import { attachmentsIn, revisionsIn } from './stored-pages.ts'

/**
 * The files of a document's evidence pack, each read from the database when it is written to the
 * pack.
 */
export async function* evidenceFiles(
  db: Database,
  of: EvidenceSnapshot,
  mlsTo: string | null,
): AsyncGenerator<EvidenceFile> {
  for await (const { revision, hasRequest } of revisionsIn(db, of)) {
    const text = (column: RevisionText) => piecesOf(() => revisionText(db, column, { ...of, revision }))
    if (hasRequest)
      yield {
        path: `revisions/${revision}/request.json`,
        about: 'The request, card numbers masked, files by digest',
        content: text('request'),
      }
    const computed = {
      path: `revisions/${revision}/answer.json`,
      about: 'The document as it was computed and answered',
    }
    yield { ...computed, content: text('answer') }
    yield { path: `revisions/${revision}/document.xml`, about: 'The UBL document', content: text('ubl') }
    const failed = { path: `revisions/${revision}/findings.json`, about: 'The rules that failed' }
    yield { ...failed, content: text('findings') }
  }
  for (const leg of sentLegs(of)) yield* legFiles(db, of, leg, mlsTo)
  let files = 0
  for await (const { id, fileName, fileType, ...size } of attachmentsIn(db, of)) {
    files += 1
    const content = attachmentContent(db, { ...of, id, ...size }).pieces()
    yield { path: `attachments/${files}`, about: `Attachment (${fileType}): ${fileName}`, content }
  }
  yield { path: 'log.json', about: 'What happened, in order', content: evidenceLog(db, of) }
}

/** Reads the text only when the pack reaches it. */
async function* piecesOf(text: () => Promise<StoredText>): AsyncGenerator<Uint8Array, void, undefined> {
  yield* (await text()).pieces()
}

/** The legs with files in the pack. */
export function sentLegs({ legs }: EvidenceSnapshot): readonly EvidenceLeg[] {
  return legs.filter(({ status }) => status !== 'NOT_REQUIRED')
}

/** The largest number of files for a leg. */
export const filesOfLegMax = 6

function* legFiles(
  db: Database,
  of: EvidenceSnapshot,
  leg: EvidenceLeg,
  mlsTo: string | null,
): Generator<EvidenceFile> {
  const { transmissionUuid, corner, status, attempts, transmissionResponse, mlsResponse, statusBytes, storedStatus } =
    leg
  const folder = `legs/${corner.toLowerCase()}-${transmissionUuid.toLowerCase()}`
  const document = () => legDocument(db, { ...of, revision: leg.revision, transmissionUuid })
  if (corner === 'C5')
    yield { path: `${folder}/tax-data.xml`, about: 'The tax data document', content: piecesOf(document) }
  const sent = { path: `${folder}/envelope.xml`, about: 'The transmission as it was sent' }
  yield { ...sent, content: envelopeOf(leg, mlsTo, document) }
  const facts = writeJson({ transmission_uuid: transmissionUuid, status, attempts })
  yield { path: `${folder}/leg.json`, about: 'The status of the transmission', content: facts }
  const receipt = { path: `${folder}/receipt.json`, about: "The gateway's report and the receipt" }
  if (transmissionResponse !== undefined) yield { ...receipt, content: transmissionResponse }
  const read = { path: `${folder}/status.json`, about: 'The message level status, as it was read' }
  if (mlsResponse !== undefined) yield { ...read, content: mlsResponse }
  if (statusBytes === undefined || storedStatus === undefined) return
  const received = { orgId: of.orgId, transmissionUuid, bytes: statusBytes, stored: storedStatus }
  yield {
    path: `${folder}/status.xml`,
    about: 'The message level status, as received',
    content: statusEnvelope(db, received).pieces(),
  }
}

/** Written from the row: byte for byte what every attempt sent. */
async function* envelopeOf(
  leg: EvidenceLeg,
  mlsTo: string | null,
  document: () => Promise<StoredText>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const header = { ...leg, instanceId: leg.transmissionUuid, mlsTo }
  const { pieces } = await envelopeInPieces(header, await document())
  yield* pieces
}
