import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy between the service and a server on this machine. It can fall silent: then it holds
 * everything back and answers nothing.
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
  #isSilent = false

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      const line = [near, far] as const
      this.#lines.add(line)
      for (const [from, to] of [line, [far, near] as const]) {
        from.on('data', (data) => void to.write(data))
        from.on('error', () => undefined)
        from.on('close', () => {
          to.destroy()
          this.#lines.delete(line)
        })
        if (this.#isSilent) from.pause()
      }
    })
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the relay does not listen')
    return address.port
  }

  fallSilent(): void {
    this.#isSilent = true
    for (const socket of [...this.#lines].flat()) socket.pause()
  }

  speak(): void {
    this.#isSilent = false
    for (const socket of [...this.#lines].flat()) socket.resume()
  }

  async stop(): Promise<void> {
    for (const socket of [...this.#lines].flat()) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
