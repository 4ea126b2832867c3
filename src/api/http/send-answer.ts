import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseAway, OutcomeUnknown } from '../../store/database/database.ts'
import type { Answer } from '../answer/answer.ts'
import { errorBody, errorLanguageHeaders, faultOf, isFailure } from '../answer/error-shape.ts'
import type { Fault } from '../faults.ts'
import { idempotencyHeader } from '../idempotency/idempotency.ts'
import { isChange, type Operation } from '../operation.ts'
import { languageOf } from '../request/language.ts'
import { isGone, isReaderGone } from './caller-watch.ts'
import { logFailure, logRefusal } from './log-failure.ts'

/** Sends an operation's answer; 304 when If-None-Match names its ETag. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value)
  const etag = request.method === 'GET' ? answer.headers?.etag : undefined
  if (etag !== undefined && isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (answer.type === '') return reply.code(answer.status).send()
  reply.code(answer.status).type(answer.type)
  // HEAD does not read the stream: it may be expensive, and nobody would get it.
  if (answer.stream !== undefined)
    return reply.send(Readable.from(request.method === 'HEAD' ? [] : inParts(answer.stream)))
  if (answer.body.length <= partBytesMax) return reply.send(answer.body)
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  return reply.header('content-length', body.length).send(Readable.from(partsOf(body)))
}

/** Cuts large pieces, so that the socket shows the reader's progress and no piece takes long. */
async function* inParts(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array | string> {
  for await (const piece of pieces) {
    if (piece.length <= partBytesMax) yield piece
    else yield* partsOf(typeof piece === 'string' ? Buffer.from(piece) : piece)
  }
}

function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += partBytesMax) yield bytes.subarray(at, at + partBytesMax)
}

const partBytesMax = 256 * 1024

/**
 * Answers an error and logs it if the failure is ours. Sends nothing to a caller who has
 * disconnected: CallerWatch counts it.
 */
export function sendError(
  reply: FastifyReply,
  error: unknown,
  log: FastifyBaseLogger,
  operation?: Operation,
): FastifyReply {
  if (isGone(error, reply.request.raw) || isReaderGone(error)) return reply.hijack()
  const fault = operation === undefined || isChange(operation) ? faultOf(error) : faultOf(withoutDoubt(error))
  if (isFailure(error)) logFailure(log, error, 'a request')
  else if (fault.status >= 500) logRefusal(log, fault.code)
  const retryAfter = fault.retryAfter ?? retryAfterWithKey(fault, reply.request)
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  // The rest of the connection may be half of a smuggled request.
  if (fault.code === 'host_invalid') reply.header('Connection', 'close')
  if (fault.code === 'unauthenticated') reply.header('WWW-Authenticate', 'Bearer')
  if (fault.code === 'scope_missing') reply.header('WWW-Authenticate', scopeChallenge(fault))
  // The framework would close the connection while the client is still sending, so the client would
  // never read the answer. Instead the rest of the body is read and discarded, up to the time limit
  // of a request.
  if (fault.status === 413) reply.removeHeader('connection')
  const language = languageOf(reply.request.headers['accept-language'])
  if (operation?.errors !== undefined) {
    return sendAnswer(reply.request, reply, operation.errors.answer(fault, language))
  }
  reply.headers(errorLanguageHeaders(language))
  return reply.code(fault.status).type('application/json; charset=utf-8').send(errorBody(fault, language))
}

/** An operation that changes nothing for its caller is safely repeated, whatever it lost. */
function withoutDoubt(error: unknown): unknown {
  return error instanceof OutcomeUnknown ? new DatabaseAway(error) : error
}

/** Only a request with a key may be repeated without a look. */
function retryAfterWithKey({ code }: Fault, { headers }: FastifyRequest): number | undefined {
  return code === 'outcome_unknown' && headers[idempotencyHeader] !== undefined ? retryAfterSeconds : undefined
}

const retryAfterSeconds = 5

/**
 * OAuth clients look for the scope here; the contract's message does not name it. Source: RFC 6750,
 * 3.1.
 */
function scopeChallenge({ text }: Fault): string {
  return `Bearer error="insufficient_scope", scope="${text.values.scope}"`
}

/** Whether If-None-Match names the ETag of the answer. Source: RFC 9110, 13.1.2. */
function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
