import type { EvidenceFile } from '../../evidence/pack.ts'
import { writeJson } from '../../json/write.ts'
import type { EvidenceLeg, EvidenceRows } from '../../store/documents/evidence.ts'
import { writeEnvelope } from '../../ubl/network/write-envelope.ts'
import { logAnswer } from './log-entry.ts'

/** What is kept about a document as the files of its evidence pack. */
export function evidenceFiles(rows: EvidenceRows, mlsTo: string | null): readonly EvidenceFile[] {
  return [
    ...rows.revisions.flatMap(({ revision, request, answer, ubl, findings }) => [
      ...(request === undefined
        ? []
        : [file(`revisions/${revision}/request.json`, 'The request, card numbers masked, files by digest', request)]),
      file(`revisions/${revision}/answer.json`, 'The document as it was computed and answered', answer),
      file(`revisions/${revision}/document.xml`, 'The UBL document', ubl),
      file(`revisions/${revision}/findings.json`, 'The rules that failed', findings),
    ]),
    ...rows.legs.filter(({ status }) => status !== 'NOT_REQUIRED').flatMap((leg) => legFiles(leg, mlsTo)),
    ...rows.attachments.map(({ fileName, fileType, content }, index) =>
      file(`attachments/${index + 1}`, `Attachment (${fileType}): ${fileName}`, content),
    ),
    file('log.json', 'What happened, in order', JSON.stringify(logAnswer(rows.log), null, 2)),
  ]
}

/** The envelope is written from the row, the same to the byte at every attempt. */
function legFiles(leg: EvidenceLeg, mlsTo: string | null): readonly EvidenceFile[] {
  const folder = `legs/${leg.corner.toLowerCase()}-${leg.transmissionUuid.toLowerCase()}`
  const envelope = writeEnvelope({ ...leg, instanceId: leg.transmissionUuid, mlsTo }, leg.documentXml)
  const facts = writeJson({ transmission_uuid: leg.transmissionUuid, status: leg.status, attempts: leg.attempts })
  const [response, verdict] = [leg.transmissionResponse, leg.mlsResponse]
  return [
    ...(leg.corner === 'C5' ? [file(`${folder}/tax-data.xml`, 'The tax data document', leg.documentXml)] : []),
    file(`${folder}/envelope.xml`, 'The transmission as it was sent', envelope),
    file(`${folder}/leg.json`, 'Where the transmission stands', facts),
    ...(response === undefined
      ? []
      : [file(`${folder}/receipt.json`, "The gateway's report and the receipt", response)]),
    ...(verdict === undefined
      ? []
      : [file(`${folder}/status.json`, 'The message level status, as it was read', verdict)]),
    ...(leg.statusEnvelope === undefined
      ? []
      : [file(`${folder}/status.xml`, 'The message level status, as it came', leg.statusEnvelope)]),
  ]
}

function file(path: string, about: string, content: string | Uint8Array): EvidenceFile {
  return { path, about, content }
}
