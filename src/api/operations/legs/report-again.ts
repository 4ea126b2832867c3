import { answerObject, namedObject, optional, Type, text } from '@selfbill/pint-ae/document'
import { message, type Texts } from '@selfbill/pint-ae/messages'
import { reportDocumentAgain } from '../../../application/report-again.ts'
import { json } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault, oneFieldFault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Delivering } from '../../parts.ts'
import { organisationOfLegs } from './organisation-of-legs.ts'

const Report = namedObject('ReportRequest', {
  document_id: text(100),
  org_id: optional(text(100)),
})

const NewReport = answerObject('NewReport', {
  document_id: Type.String({ format: 'uuid' }),
  transmission_uuid: Type.String({ format: 'uuid' }),
})

/** Reports a document to the tax authority again, after it rejected the report. */
export const reportAgain = operationWith<Delivering>()({
  id: 'reportAgain',
  method: 'POST',
  path: '/api/legs/report-again',
  summary: 'Report a document to the tax authority again',
  description: 'Possible after the authority has rejected its report. The report has a transmission of its own.',
  access: { kind: 'scopes', scopes: ['admin', 'operator'] },
  audits: { target: 'document', id: 'document_id', detail: ['org_id'] },
  body: { kind: 'json', schema: Report, bytesMax: smallBodyBytesMax },
  answers: {
    202: {
      description: 'The report will be sent',
      type: 'application/json',
      schema: NewReport,
    },
  },
  faults: ['document_not_found', 'not_reportable', 'document_invalid'],
  async handle({ account, body, keep, parts }) {
    const { document_id: documentId, org_id: named } = body.read()
    const orgId = organisationOfLegs(account, named)
    if (orgId === undefined) throw oneFieldFault('document_invalid', 'org_id', message('must_name_one_organisation'))
    const answerOf = (uuid: string) => json(202, { document_id: documentId, transmission_uuid: uuid })
    const result = await reportDocumentAgain(parts.delivery, orgId, documentId, (uuid) => keep(answerOf(uuid)))
    if ('refusal' in result) {
      if (result.refusal === 'document_not_found')
        throw new Fault('document_not_found', { kind: anyDocument, id: documentId })
      throw new Fault('not_reportable', { reason: result.reason })
    }
    parts.wakeExchange(orgId)
    parts.feed.announce(orgId)
    return answerOf(result.transmissionUuid)
  },
})

const anyDocument: Texts = { en: 'Document', ar: 'مستند' }
