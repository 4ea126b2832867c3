import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AbandonedDuring } from '../observer.ts'

/**
 * Notices callers that go away before they have their answer, each once: in the middle of a
 * request's head or body, while the request is worked on, or before the answer is through. That is
 * the caller's own affair, so it is counted, and never logged above `debug`: otherwise anybody
 * could fill the log and ring the alarms.
 */
export class CallerWatch {
  readonly #abandoned: (during: AbandonedDuring) => void
  readonly #connections = new WeakMap<Socket, Connection>()

  constructor(abandoned: (during: AbandonedDuring) => void) {
    this.#abandoned = abandoned
  }

  watch(server: Server): void {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      const connection = this.#of(socket)
      connection.underWay += 1
      response.once('close', () => {
        connection.underWay -= 1
        connection.bytesDone = socket.bytesRead
        if (response.writableFinished || connection.isEndedByUs) return
        this.#abandoned(stageOf(request, response))
      })
    })
  }

  /** What Node could not read as a request: `clientError`. */
  unreadable(error: Error & { readonly code?: string }, socket: Socket): void {
    const connection = this.#of(socket)
    if (!departures.has(error.code ?? '')) connection.isEndedByUs = true
    else if (connection.underWay === 0 && socket.bytesRead > connection.bytesDone) {
      connection.bytesDone = socket.bytesRead
      this.#abandoned('head')
    }
  }

  /** The answer failed while it was being sent, and its connection is cut: the failure is ours. */
  brokenOff({ socket }: IncomingMessage): void {
    this.#of(socket).isEndedByUs = true
  }

  #of(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { underWay: 0, bytesDone: 0, isEndedByUs: false }
    this.#connections.set(socket, connection)
    return connection
  }
}

/** Whether the request itself failed, because its caller was gone before all of it had arrived. */
export function isGone(error: unknown, request: IncomingMessage): boolean {
  return error instanceof Error && error === request.errored
}

/** Whether an answer ended early because its reader closed the connection. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

interface Connection {
  underWay: number
  /**
   * How many bytes had arrived when the last request was done with: more of them belong to the
   * next.
   */
  bytesDone: number
  isEndedByUs: boolean
}

/**
 * A reset, a write to nobody, and an end in the middle of a message. Node reports an idle
 * connection that is reset here too.
 */
const departures: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'HPE_INVALID_EOF_STATE'])

function stageOf(request: IncomingMessage, response: ServerResponse): AbandonedDuring {
  if (!request.complete) return 'body'
  return response.headersSent ? 'answer' : 'work'
}
