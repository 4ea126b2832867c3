import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AbandonedDuring } from '../observer.ts'

/**
 * Counts callers that disconnect before they have their answer, each once. It never logs them above
 * `debug`: otherwise anybody could fill the log and set off alarms.
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

  /** For `clientError`: Node could not read a request. */
  unreadable(error: Error & { readonly code?: string }, socket: Socket): void {
    const connection = this.#of(socket)
    if (!departures.has(error.code ?? '')) connection.isEndedByUs = true
    else if (connection.underWay === 0 && socket.bytesRead > connection.bytesDone) {
      connection.bytesDone = socket.bytesRead
      this.#abandoned('head')
    }
  }

  /** We cut the connection: its callers have not left. */
  endedByUs(socket: Socket): void {
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

/** Whether the request failed because its caller disconnected before all of it had arrived. */
export function isGone(error: unknown, request: IncomingMessage): boolean {
  return error instanceof Error && error === request.errored
}

/** Whether an answer ended early because its reader disconnected. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && readerGoneCodes.has(error.code)
}

/** `ABORT_ERR`: the console broke off a request of a browser that has gone. */
const readerGoneCodes: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])

interface Connection {
  underWay: number
  /** Bytes received when the last request ended; any beyond them belong to the next. */
  bytesDone: number
  isEndedByUs: boolean
}

/**
 * A reset, a write to a closed connection, an end inside a message. Node also reports the reset of
 * an idle connection here.
 */
const departures: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'HPE_INVALID_EOF_STATE'])

function stageOf(request: IncomingMessage, response: ServerResponse): AbandonedDuring {
  if (!request.complete) return 'body'
  return response.headersSent ? 'answer' : 'work'
}
