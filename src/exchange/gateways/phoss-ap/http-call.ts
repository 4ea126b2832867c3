import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { request as requestHttp } from '../../../targets/node-http.ts'

/**
 * Sends one request to the access point and reads the whole answer. Each call opens its own
 * connection and writes nothing before it is connected, so an earlier failure proves that nothing
 * was sent; a reused connection could not prove that. Follows no redirects and reads at most
 * `answerBytesMax`. Never rejects.
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
        // A suspended process gets here before its timers fire. Another worker may have taken over
        // by now.
        if (performance.now() - began > call.connectTimeoutMs) return fail('no connection in time')
        isConnected = true
        write(request, call.body).catch((error: unknown) => fail('the body broke off', error))
      })
    })
    request.on('error', (error) => fail(signal.aborted ? 'no answer in time' : reasonOf(error)))
    // Node reports a switch of protocols by closing alone.
    const onClose = () => fail('the connection closed without an answer')
    request.once('close', onClose)
    request.once('response', (response) => {
      request.off('close', onClose)
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
        if (bytes > answerBytesMax) fail(`the answer is larger than ${answerBytesMax} bytes`)
        else chunks.push(chunk)
      })
      response.on('error', (error) => fail(reasonOf(error)))
      const onEnd = () => {
        if (!response.complete) fail('the answer broke off')
        else end({ kind: 'answer', status: statusOf(response), body: Buffer.concat(chunks) })
      }
      // If the answer comes before the whole body was sent, the response does not close by itself.
      response.once('end', onEnd).once('close', onEnd)
    })
  })
}

/**
 * Writes each piece after the previous one was sent, so that pieces do not pile up in memory. The
 * last piece completes the message, so it is written only after all others were sent. Rejects if
 * the body does.
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

/** `bytes` is the total length of `pieces`. */
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
  /** False if nothing was written, so the server cannot have received anything. */
  readonly hasMaybeLeft: boolean
  readonly reason: string
  /**
   * The error that kept the body from being read to its end, if that ended the call. Its last piece
   * was not written.
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
 * A refused connection to a name with several addresses is an AggregateError with an empty message.
 */
function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message === '' ? code : error.message
}
