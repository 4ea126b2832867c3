import { createSocket, type Socket } from 'node:dgram'
import { type Answer, decode, encode } from 'dns-packet'

/**
 * A name server on 127.0.0.1 that answers from a map. A name it does not know does not exist, unless
 * a known name ends in it.
 */
export class NameServer {
  readonly #socket: Socket
  /** Name in lower case → its records. `SERVFAIL` makes it fail, `silent` never answers. */
  readonly names = new Map<string, readonly Answer[] | 'SERVFAIL' | 'silent'>()
  readonly asked: string[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (message, from) => {
      const query = decode(message)
      const [question] = query.questions ?? []
      const name = question?.name.toLowerCase() ?? ''
      this.asked.push(`${question?.type} ${name}`)
      const known = this.names.get(name)
      if (known === 'silent') return
      const records = Array.isArray(known) ? known.filter(({ type }) => type === question?.type) : []
      const isThere = known !== undefined || [...this.names.keys()].some((other) => other.endsWith(`.${name}`))
      const code = known === 'SERVFAIL' ? 2 : isThere ? 0 : 3
      const flags = 0x0580 | code
      const answer = { type: 'response', id: query.id ?? 0, flags, questions: query.questions ?? [], answers: records }
      socket.send(encode({ ...answer, type: 'response' }), from.port, from.address)
    })
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    return new NameServer(socket)
  }

  /** `127.0.0.1:5353` */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()))
  }
}
