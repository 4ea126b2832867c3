import { answerObject, instantAt, oneOf, optional, orNull, Type, text } from '@selfbill/pint-ae/document'
import { ok } from '../../api/answer/answers.ts'
import { operation } from '../../api/operation.ts'
import { listBy, listOf } from '../../api/request/lists.ts'
import { moment, notBlank } from '../../api/request/parameters.ts'
import { type ListedRequest, listAnsweredRequests, senders, statusClasses } from './stored-requests.ts'

const RequestAnswer = answerObject('ListedRequest', {
  id: Type.String({ format: 'uuid' }),
  at: Type.String({ format: 'date-time' }),
  account: Type.String(),
  operation: Type.String(),
  method: Type.String(),
  status: Type.Integer(),
  duration_ms: Type.Integer(),
  error_code: orNull(Type.String()),
  document_id: orNull(Type.String()),
  document_number: orNull(Type.String()),
})

const requestList = listBy('requests', 'text')

/** The requests of the organisation, without bodies. Source: docs/decisions/0071. */
const listRequests = operation({
  id: 'listRequests',
  method: 'GET',
  path: '/api/requests',
  summary: 'List the requests of the last 7 days',
  description:
    'Answered requests with a valid token, of every account of the organisation; no bodies. A request is listed a ' +
    'second after its answer; a crash of the service loses that second.',
  access: { kind: 'scopes', scopes: ['admin'] },
  query: {
    operation: optional(notBlank(text(255))),
    status: optional(notBlank(oneOf(statusClasses))),
    sent_by: optional(notBlank(oneOf(senders))),
    from: optional(notBlank(moment())),
    to: optional(notBlank(moment())),
    ...requestList.parameters,
  },
  answers: {
    200: {
      description: 'The requests, newest first',
      type: 'application/json',
      schema: listOf('RequestPage', RequestAnswer),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { operation: operationId, status, sent_by: sentBy, from, to } = query
    const filter = { operation: operationId, statusClass: status, sentBy, from, to }
    const { rows, next } = await requestList.page(
      query,
      (page) => listAnsweredRequests(parts.store.database, account.orgId, { ...filter, ...page }),
      ({ id }) => [id],
    )
    return ok({ items: rows.map(requestAnswer), next })
  },
})

function requestAnswer(request: ListedRequest) {
  return {
    id: request.id,
    at: instantAt(request.at),
    account: request.account,
    operation: request.operation,
    method: request.method,
    status: request.status,
    duration_ms: request.durationMs,
    error_code: request.errorCode ?? null,
    document_id: request.documentId ?? null,
    document_number: request.documentNumber ?? null,
  }
}

export const requestOperations = [listRequests]
