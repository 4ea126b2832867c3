import { answerObject, instantAt, matching, oneOf, optional, orNull, Type, text } from '@selfbill/pint-ae/document'
import { ok } from '../../api/answer/answers.ts'
import { operation } from '../../api/operation.ts'
import { moment, notBlank, wholeNumber } from '../../api/request/parameters.ts'
import { type ListedRequest, listAnsweredRequests, statusClasses } from './stored-requests.ts'

const defaultLimit = 50

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

const RequestPage = answerObject('RequestPage', {
  requests: Type.Array(RequestAnswer),
  next: orNull(Type.String()),
})

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
    from: optional(notBlank(moment())),
    to: optional(notBlank(moment())),
    before: optional(notBlank(requestId())),
    limit: optional(notBlank(wholeNumber({ min: 1, max: 200, default: defaultLimit }))),
  },
  answers: {
    200: {
      description: 'The requests, newest first',
      type: 'application/json',
      schema: RequestPage,
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { operation: operationId, status, from, to, before, limit = defaultLimit } = query
    // One more than asked for, to see whether there are more.
    const page = { operation: operationId, statusClass: status, from, to, before, limit: limit + 1 }
    const found = await listAnsweredRequests(parts.store.database, account.orgId, page)
    const shown = found.slice(0, limit)
    const last = found.length > shown.length ? shown.at(-1) : undefined
    return ok({ requests: shown.map(requestAnswer), next: last?.id ?? null })
  },
})

function requestId() {
  return matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must_be_request_id', 36)
}

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
