import { date, families, familyTitles, named, oneOf, optional } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { fileHeaders, namedFile } from '../../api/answer/content-disposition.ts'
import { camelName, type DocumentKind, documentKinds } from '../../api/documents/document-kind.ts'
import { oneFieldFault } from '../../api/faults.ts'
import { memoryTakenByHandler, operationWith } from '../../api/operation.ts'
import { documentNotFound, documentParameters } from '../../api/operations/documents/document-parameters.ts'
import { notBlank, yesOrNo } from '../../api/request/parameters.ts'
import { ContentRemoved } from '../../store/documents/content-removed.ts'
import { evidencePlan } from './evidence-plan.ts'
import { periodEvidencePlan, printedDocumentsMax } from './period-plan.ts'
import { type PrintParts, printedFiles } from './printed-files.ts'
import { evidenceSnapshot } from './snapshot.ts'

/**
 * A document's evidence pack: everything received, computed, sent and answered, with a manifest
 * signed by the service. `bin/selfbill verify` checks a pack without the service. Source:
 * docs/decisions/0042.
 */
function documentEvidence(kind: DocumentKind) {
  const { family } = kind
  return operationWith<PrintParts>()({
    id: `${camelName(kind)}Evidence`,
    method: 'GET',
    path: `/api/${family}/{id}/evidence`,
    summary: `Download the evidence pack of a ${familyTitles[family].toLowerCase()}`,
    description:
      'A ZIP file of everything received, computed, sent and answered, with a signed manifest. ' +
      '`bin/selfbill verify` checks it offline. With `pdf=true` it also has the printed document and a cover page, ' +
      'in English and Arabic.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    params: documentParameters,
    query: { pdf },
    answers: {
      200: { description: 'The signed pack', type: 'application/zip', headers: namedFile },
    },
    faults: [
      'document_not_found',
      'content_removed',
      'evidence_too_large',
      'parameter_invalid',
      'prints_exceeded',
      'print_too_long',
      'printing_missing',
      'unavailable',
    ],
    memory: memoryTakenByHandler,
    async handle({ account, params, query, parts, room }) {
      const documentId = params.id
      const snapshot = await evidenceSnapshot(parts.store.database, account.orgId, family, documentId)
      if (snapshot === undefined) throw documentNotFound(family, documentId)
      if (snapshot.removedAt !== undefined) throw new ContentRemoved(documentId, snapshot.removedAt)
      const printed = query.pdf === true ? await printedFiles(snapshot, parts, room) : []
      const { heldBytes, pieces } = evidencePlan(snapshot, parts, printed)
      await room.take(heldBytes)
      const headers = fileHeaders('attachment', `evidence-${snapshot.documentNumber}.zip`)
      return { status: 200, type: 'application/zip', body: '', stream: pieces(), headers }
    },
  })
}

/** Whether the pack also has the document as people read it. */
const pdf = optional(notBlank(yesOrNo()))

/** The evidence of all documents of a period in one file. Source: docs/decisions/0071. */
const periodEvidence = operationWith<PrintParts>()({
  id: 'periodEvidence',
  method: 'GET',
  path: '/api/evidence',
  summary: 'Download the evidence of all documents with an issue date in a period',
  description:
    'A ZIP file with the evidence pack of each document, named by its number, and a signed list of all of them, so ' +
    'that a missing one shows. `cover.html` and `documents.csv` are for people, in English and Arabic. ' +
    '`bin/selfbill verify` checks it offline. At most 50,000 documents. With `pdf=true` each pack also has the ' +
    'printed document and a cover page, and the PDF lies beside its pack; then at most ' +
    `${printedDocumentsMax} documents.`,
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: {
    from: notBlank(date()),
    to: notBlank(date()),
    family: optional(notBlank(named('Family', oneOf(families)))),
    pdf,
  },
  answers: {
    200: { description: 'The signed packs', type: 'application/zip', headers: namedFile },
  },
  faults: ['parameter_invalid', 'period_too_large', 'period_too_large_to_print', 'printing_missing'],
  memory: memoryTakenByHandler,
  async handle({ account, query, parts, room }) {
    const { from, to, family, pdf: isPrinted = false } = query
    if (to < from)
      throw oneFieldFault('parameter_invalid', 'to', message('end_before_start', { field: 'to', start_field: 'from' }))
    const { heldBytes, pieces } = await periodEvidencePlan(account.orgId, { from, to, family, isPrinted }, parts)
    await room.take(heldBytes)
    const headers = fileHeaders('attachment', `evidence-${from}-${to}.zip`)
    return { status: 200, type: 'application/zip', body: '', stream: pieces(), headers }
  },
})

export const evidenceOperations = [periodEvidence, ...documentKinds.map(documentEvidence)]
