import { date, described, families, named, oneOf, optional } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { periodEvidencePlan } from '../../documents/period-evidence.ts'
import { oneFieldFault } from '../../faults.ts'
import { memoryTakenByHandler, operationWith } from '../../operation.ts'
import type { Basics, Evidence } from '../../parts.ts'
import { notBlank } from '../../request/parameters.ts'

/** The evidence of all documents of a period in one file. Source: docs/decisions/0071. */
export const periodEvidence = operationWith<Basics & Evidence>()({
  id: 'periodEvidence',
  method: 'GET',
  path: '/api/evidence',
  summary: 'Download the evidence of all documents with an issue date in a period',
  description:
    'A ZIP file with the evidence pack of each document and a signed list of all of them, so that a missing one ' +
    'shows. `bin/selfbill verify` checks it offline. At most 50,000 documents.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: {
    from: notBlank(described(date(), 'The first issue date')),
    to: notBlank(described(date(), 'The last issue date')),
    family: optional(notBlank(described(named('Family', oneOf(families)), 'Documents of this family'))),
  },
  answers: {
    200: { description: 'The signed packs', type: 'application/zip', headers: namedFile },
  },
  faults: ['parameter_invalid', 'period_too_large'],
  memory: memoryTakenByHandler,
  async handle({ account, query, parts, room }) {
    const { from, to, family } = query
    if (to < from) throw oneFieldFault('parameter_invalid', 'to', message('to_before_from'))
    const { heldBytes, pieces } = await periodEvidencePlan(account.orgId, { from, to, family }, parts)
    await room.take(heldBytes)
    const headers = fileHeaders('attachment', `evidence-${from}-${to}.zip`)
    return { status: 200, type: 'application/zip', body: '', stream: pieces(), headers }
  },
})
