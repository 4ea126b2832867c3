import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy between the service and a server on this machine. It can fall silent: then it holds
 * everything back, or what goes in one direction, on all lines or on those that are open. It can
 * also delay what it forwards.
 */
export class Relay {
  /** `listenOn`: the port of an earlier relay; default: a free one. */
  static async start(port: number, listenOn = 0): Promise<Relay> {
    const relay = new Relay(port)
    await new Promise<void>((resolve) => relay.#server.listen(listenOn, '127.0.0.1', resolve))
    return relay
  }

  readonly #server: Server
  readonly #lines = new Set<readonly [Socket, Socket]>()
  #silence: Direction | undefined
  /** How much later everything arrives, in each direction. */
  delayMs = 0

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      const line = [near, far] as const
      this.#lines.add(line)
      for (const [from, to] of [line, [far, near] as const]) {
        from.on('data', (data) => this.#later(() => to.write(data)))
        from.on('error', () => undefined)
        from.on('close', () => {
          this.#later(() => to.destroy())
          this.#lines.delete(line)
        })
      }
      if (this.#silence !== undefined) hush(line, this.#silence)
    })
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the relay does not listen')
    return address.port
  }

  fallSilent(direction: Direction = 'both'): void {
    this.#silence = direction
    this.hushOpenLines(direction)
  }

  /** Later lines work: as when a firewall forgets the connections it knew. */
  hushOpenLines(direction: Direction = 'both'): void {
    for (const line of this.#lines) hush(line, direction)
  }

  speak(): void {
    this.#silence = undefined
    for (const socket of [...this.#lines].flat()) socket.resume()
  }

  /** Without a delay at once: a timer would let a close overtake data. */
  #later(work: () => void): void {
    if (this.delayMs === 0) work()
    else setTimeout(work, this.delayMs)
  }

  async stop(): Promise<void> {
    for (const socket of [...this.#lines].flat()) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** From the service to the server, back, or both. */
type Direction = 'out' | 'back' | 'both'

function hush([near, far]: readonly [Socket, Socket], direction: Direction): void {
  if (direction !== 'back') near.pause()
  if (direction !== 'out') far.pause()
}
