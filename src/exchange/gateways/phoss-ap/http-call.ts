import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/**
 * One request to the access point and its whole answer. Every call has a connection of its own, and
 * nothing is written before that stands: so a call that failed earlier has surely not left, which a
 * connection kept from another call could not promise. Redirects are not followed, and no answer is
 * read beyond `answerBytesMax`. Never rejects.
 */
export function callHttp(call: HttpCall, signal: AbortSignal): Promise<HttpAnswer | NoAnswer> {
  return new Promise((resolve) => {
    const request = open(call, signal)
    let isConnected = false
    const end = (result: HttpAnswer | NoAnswer) => {
      clearTimeout(connecting)
      resolve(result)
      request.destroy()
    }
    const fail = (reason: string, bodyFailure?: unknown) =>
      end({ kind: 'none', hasMaybeLeft: isConnected, reason, ...(bodyFailure === undefined ? {} : { bodyFailure }) })
    const began = performance.now()
    const connecting = setTimeout(() => fail('no connection in time'), call.connectTimeoutMs)
    request.once('socket', (socket) => {
      socket.once(call.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting)
        // A process that stood still meanwhile comes to here before its timers: by now another may
        // have taken its work over.
        if (performance.now() - began > call.connectTimeoutMs) return fail('no connection in time')
        isConnected = true
        write(request, call.body).catch((error: unknown) => fail('the body broke off', error))
      })
    })
    request.on('error', (error) => fail(signal.aborted ? 'no answer in time' : reasonOf(error)))
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
        if (bytes > answerBytesMax) fail(`the answer is larger than ${answerBytesMax} bytes`)
        else chunks.push(chunk)
      })
      response.on('error', (error) => fail(reasonOf(error)))
      const answered = () => {
        if (!response.complete) fail('the answer broke off')
        else end({ kind: 'answer', status: statusOf(response), body: Buffer.concat(chunks) })
      }
      // An answer may come before the whole body has gone; then the response does not close by
      // itself.
      response.once('end', answered).once('close', answered)
    })
  })
}

/**
 * Each piece when the one before it has gone, so that they do not gather here, and the last one,
 * without which the rest is worth nothing, only when everything else has. Rejects when the body
 * does.
 */
async function write(request: ClientRequest, body: HttpBody | undefined): Promise<void> {
  if (body === undefined) return void request.end()
  const closed = new Promise<void>((resolve) => request.once('close', resolve))
  for await (const piece of body.pieces) {
    await Promise.race([new Promise((resolve) => request.write(piece, resolve)), closed])
    if (request.destroyed) return
  }
  request.end()
}

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: HttpBody
  readonly connectTimeoutMs: number
}

/** `pieces` are `bytes` bytes in all. */
export interface HttpBody {
  readonly bytes: number
  readonly pieces: AsyncGenerator<Uint8Array, void, undefined>
}

export interface HttpAnswer {
  readonly kind: 'answer'
  readonly status: number
  readonly body: Buffer
}

/** No answer, or only a part of one. */
export interface NoAnswer {
  readonly kind: 'none'
  /** False: nothing was written, so nothing can have been taken. */
  readonly hasMaybeLeft: boolean
  readonly reason: string
  /**
   * Why the body could not be read to its end, when that ended the call: its last piece was not
   * written.
   */
  readonly bodyFailure?: unknown
}

const answerBytesMax = 5 * 1024 * 1024

function open({ method, url, headers, body }: HttpCall, signal: AbortSignal): ClientRequest {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = body === undefined ? {} : { 'content-length': body.bytes }
  return request(url, { method, agent: false, signal, headers: { ...headers, ...length } })
}

function statusOf(response: IncomingMessage): number {
  return response.statusCode ?? 0
}

/**
 * A refused connection to a name with several addresses is an error of errors without a message of
 * its own.
 */
function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message === '' ? code : error.message
}
