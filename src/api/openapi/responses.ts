import type { TSchema } from 'typebox'
import type { Described } from '../answer/answer.ts'
import { ErrorAnswer } from '../answer/error-shape.ts'
import { needsAccount } from '../declaration/access.ts'
import { mediaTypes } from '../declaration/request-body.ts'
import { type FaultCode, faults } from '../faults.ts'
import { isRepeatable, type Operation } from '../operation.ts'
import { faultsOf } from './operation-faults.ts'
import { linesOf, plainSchema } from './schemas.ts'

/** Every answer of an operation as OpenAPI describes it, by status; `links` belong to the 201. */
export function responsesOf(operation: Operation, links: Readonly<Record<string, object>>): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, described] of Object.entries(operation.answers)) {
    responses[status] = {
      description: described.description,
      headers: headersOf(operation, status, described),
      ...contentOf(described),
      ...(status === '201' && Object.keys(links).length > 0 && { links }),
    }
  }
  return { ...responses, ...errorsOf(operation) }
}

function contentOf({ type, schema }: Described): object {
  if (type === undefined) return {}
  const written = [type].flat().map((one) => [one, { schema: writtenAs(one, schema) }])
  return { content: Object.fromEntries(written) }
}

/** Generators of clients treat text as a string, and everything else without a schema as bytes. */
function writtenAs(type: string, schema: TSchema | undefined): object {
  if (schema !== undefined) return type === mediaTypes.ndjson ? linesOf(schema) : plainSchema(schema)
  return /^text\/|xml$/.test(type) ? { type: 'string' } : { type: 'string', format: 'binary' }
}

/** One status may have several causes: the description lists all. */
function errorsOf(operation: Operation): Record<string, object> {
  const byStatus = Map.groupBy(faultsOf(operation), (code) => faults[code].status)
  const schema = plainSchema(operation.errors?.schema ?? ErrorAnswer)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: [...new Set(codes.map((code) => faults[code].en))].join('; or '),
        ...errorHeaders(operation, status, codes),
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

const int32 = { type: 'integer', format: 'int32' }
const int64 = { type: 'integer', format: 'int64' }

/** Headers that many answers share, by name. */
export const componentHeaders: Readonly<Record<string, object>> = {
  'X-API-VERSION': header('The contract version of this answer', { type: 'string' }),
  'X-Request-Id': header('The id of this request; `GET /api/requests` lists those of your organisation', {
    type: 'string',
    format: 'uuid',
  }),
  'X-RateLimit-Limit': header('Requests per minute for this account and operation', int32),
  'X-RateLimit-Remaining': header('Requests left in this minute', int32),
  'X-RateLimit-Reset': header('When the minute ends, in Unix seconds', int64),
  Location: header('Where to read what was created', { type: 'string' }),
  'Retry-After': header('Seconds to wait before the next try', int32),
  'WWW-Authenticate': header('How to authenticate', { type: 'string' }),
  'Content-Language': header('The language of the findings', { $ref: '#/components/schemas/Language' }),
  ETag: header('For If-None-Match', { type: 'string' }),
  'Idempotency-Replayed': {
    ...header('The stored answer to an earlier request with the same Idempotency-Key', {
      type: 'string',
      enum: ['true'],
    }),
    required: false,
  },
}

const rateHeaders = ['X-API-VERSION', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const

function header(description: string, schema: object): object {
  return { description, required: true, schema }
}

function headersOf(operation: Operation, status: string, { headers = {} }: Described): object {
  const { isTranslated, answers, leadsTo } = operation
  const names = [
    'X-Request-Id',
    ...(status === '201' && leadsTo !== undefined ? ['Location'] : []),
    ...(needsAccount(operation) ? rateHeaders : []),
    ...(isTranslated === true ? ['Content-Language'] : []),
    ...(answers[304] === undefined ? [] : ['ETag']),
    ...(isRepeatable(operation) && status !== '304' ? ['Idempotency-Replayed'] : []),
  ]
  const own = Object.entries(headers).map(([name, description]) => [name, header(description, { type: 'string' })])
  return { ...referred(names), ...Object.fromEntries(own) }
}

/**
 * The headers that an error always has. A wrong gateway secret gets no hint how to authenticate.
 */
function errorHeaders(operation: Operation, status: number, codes: readonly FaultCode[]): object {
  const names = [
    'X-Request-Id',
    ...(status === 401 && !codes.includes('secret_wrong') ? ['WWW-Authenticate'] : []),
    ...(status === 429 && needsAccount(operation) ? rateHeaders : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ]
  return { headers: referred(names) }
}

function referred(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
