import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/**
 * One request to the access point and its whole answer. Every call has a connection of its own, and nothing is written before
 * that stands: so a call that failed earlier has surely not left, which a connection kept from another call could not promise.
 * Redirects are not followed, and no answer is read beyond `answerBytesMax`. Never rejects.
 */
export function callHttp(call: HttpCall, signal: AbortSignal): Promise<HttpAnswer | NoAnswer> {
  return new Promise((resolve) => {
    const request = open(call, signal)
    let isConnected = false
    const fail = (reason: string) => {
      clearTimeout(connecting)
      resolve({ kind: 'none', hasMaybeLeft: isConnected, reason })
      request.destroy()
    }
    const began = performance.now()
    const connecting = setTimeout(() => fail('no connection in time'), call.connectTimeoutMs)
    request.once('socket', (socket) => {
      socket.once(call.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting)
        // A process that stood still meanwhile comes to here before its timers: by now another may have taken its work over.
        if (performance.now() - began > call.connectTimeoutMs) return fail('no connection in time')
        isConnected = true
        request.end(call.body)
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
      response.once('close', () => {
        if (!response.complete) fail('the answer broke off')
        else resolve({ kind: 'answer', status: statusOf(response), body: Buffer.concat(chunks) })
      })
    })
  })
}

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly connectTimeoutMs: number
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
}

const answerBytesMax = 5 * 1024 * 1024

function open({ method, url, headers, body }: HttpCall, signal: AbortSignal): ClientRequest {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = body === undefined ? {} : { 'content-length': body.byteLength }
  return request(url, { method, agent: false, signal, headers: { ...headers, ...length } })
}

function statusOf(response: IncomingMessage): number {
  return response.statusCode ?? 0
}

/** A refused connection to a name with several addresses is an error of errors without a message of its own. */
function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.message === '' ? code : error.message
}
