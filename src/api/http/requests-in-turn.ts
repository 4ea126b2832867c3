import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { dropSlowReader } from './slow-reader.ts'

/**
 * Answers the requests of a connection one after the other. Node would begin all that a client has
 * sent in advance (pipelining) and keep every answer until it is read: 15 KB of requests held the
 * answers of hundreds. Here a connection holds one answer, and who reads too slowly loses it. The
 * requests behind it wait, and begin one in each round of the event loop, so that those of many
 * connections delay nobody. Source: RFC 9112, 9.3.2.
 */
export class RequestsInTurn {
  readonly #handle: RequestListener
  readonly #onTooMany: (socket: Socket) => void
  /** The requests that wait behind the one under way. */
  readonly #waiting = new WeakMap<Socket, Pair[]>()
  /** Connections whose next request can begin. */
  readonly #ready = new Set<Socket>()

  constructor(handle: RequestListener, onTooMany: (socket: Socket) => void) {
    this.#handle = handle
    this.#onTooMany = onTooMany
  }

  readonly arrive: RequestListener = (request, response) => {
    const { socket } = request
    const waiting = this.#waiting.get(socket)
    if (waiting === undefined) {
      this.#waiting.set(socket, [])
      this.#begin([request, response])
    } else if (waiting.length < waitingMax) {
      waiting.push([request, response])
      socket.pause()
    } else if (!socket.destroyed) {
      this.#onTooMany(socket)
      socket.destroy()
    }
  }

  #begin([request, response]: Pair): void {
    response.once('close', () => this.#ended(request.socket))
    dropSlowReader(response)
    this.#handle(request, response)
  }

  #ended(socket: Socket): void {
    // What has not begun when its connection ends never does.
    if (this.#waiting.get(socket)?.length === 0 || !socket.writable) this.#waiting.delete(socket)
    else {
      // The end of a request makes Node read on.
      socket.pause()
      if (this.#ready.size === 0) setImmediate(() => this.#beginNext())
      this.#ready.add(socket)
    }
  }

  #beginNext(): void {
    const [socket] = this.#ready
    if (socket === undefined) return
    this.#ready.delete(socket)
    if (this.#ready.size > 0) setImmediate(() => this.#beginNext())
    const waiting = this.#waiting.get(socket)
    const next = waiting?.shift()
    if (next === undefined || !socket.writable) return
    if (waiting?.length === 0) socket.resume()
    this.#begin(next)
  }
}

type Pair = readonly [IncomingMessage, ServerResponse]

/**
 * Requests of a connection that may wait. Node has read them already: up to 2,000 of them are in
 * the 64 KB that it reads at once, and each takes some kilobytes.
 */
const waitingMax = 64
