import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { SelfbillClient } from '../../../client/src/client.ts'
import type { Language } from '../language/language.ts'

/**
 * The published client of a person, with a `fetch` that hands requests to this server without a
 * socket. Token, rate, scope and idempotency are checked as for any other caller, and the rate and
 * log see the person's own address.
 */
export function clientOf(server: FastifyInstance, caller: Caller): SelfbillClient {
  return new SelfbillClient({
    baseUrl: 'http://localhost',
    credentials: { token: caller.token },
    language: caller.language,
    fetch: (input, init) => fetchInProcess(server, caller, new URL(String(input)), init ?? {}),
    // A page does not wait for a minute to pass: it shows that the service is busy.
    attemptsMax: 1,
    // The operations limit their own time. A limit of ours would end a long print that they allow.
    timeoutMs: operationMsMax,
  })
}

/** More than any operation takes: prints that wait for others, each with its own limit. */
const operationMsMax = 30 * 60_000

export interface Caller {
  readonly token: () => Promise<string>
  readonly language: Language
  readonly address: string
  /** Aborted when the browser has gone. */
  readonly gone: AbortSignal
}

async function fetchInProcess(
  server: FastifyInstance,
  { address, gone }: Caller,
  { pathname, search }: URL,
  { method = 'GET', headers: sent, body, signal }: RequestInit,
): Promise<Response> {
  const answer = await server.inject({
    method: methodOf(method),
    url: pathname + search,
    headers: Object.fromEntries(new Headers(sent)),
    remoteAddress: address,
    payloadAsStream: true,
    ...(typeof body === 'string' && { payload: body }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const content = bodyOf(answer.stream(), method === 'GET' ? [gone, ...(signal ? [signal] : [])] : [], gone)
  const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
  return new Response(isEmpty ? null : content, { status: answer.statusCode, headers })
}

/**
 * The body of an answer, until its reader leaves. What is left is then read and discarded, so that
 * the request ends as usual and the API releases the memory that it holds: an answer in process
 * that is broken off has no socket whose end anybody would notice.
 */
function bodyOf(answer: Readable, signals: readonly AbortSignal[], gone: AbortSignal): ReadableStream<Uint8Array> {
  let discard = () => void answer.resume()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onData = (part: Uint8Array) => {
        controller.enqueue(part)
        if ((controller.desiredSize ?? 0) <= 0) answer.pause()
      }
      const onEnd = () => controller.close()
      const onError = (error: Error) => controller.error(error)
      discard = () => {
        answer.off('data', onData).off('end', onEnd).off('error', onError)
        answer.on('error', () => undefined).resume()
      }
      const left = AbortSignal.any([...signals])
      const leave = () => {
        discard()
        controller.error(
          gone.aborted
            ? Object.assign(new Error('the browser has gone'), { code: 'ABORT_ERR' })
            : new Error('the answer took too long', { cause: left.reason }),
        )
      }
      answer.on('data', onData).on('end', onEnd).on('error', onError)
      if (left.aborted) leave()
      else {
        left.addEventListener('abort', leave, { once: true })
        answer.once('close', () => left.removeEventListener('abort', leave))
      }
    },
    pull: () => void answer.resume(),
    cancel: () => discard(),
  })
}

function methodOf(method: string): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' {
  switch (method) {
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return method
    default:
      return 'GET'
  }
}
