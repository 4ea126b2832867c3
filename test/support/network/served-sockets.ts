import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { eventually } from '../eventually.ts'

/** Finds the server's socket of a caller in this process. */
export class ServedSockets {
  /** By the caller's port. */
  readonly #sockets = new Map<number, Socket>()

  constructor() {
    subscribe('net.server.socket', (message) => {
      const socket = typeof message === 'object' && message !== null && 'socket' in message && message.socket
      if (socket instanceof Socket && socket.remotePort !== undefined) this.#sockets.set(socket.remotePort, socket)
    })
  }

  /** Resolves when the server has read all that the caller has sent. */
  async read(caller: Socket): Promise<void> {
    const served = await this.#served(caller)
    await eventually(async () => served.bytesRead >= caller.bytesWritten)
    // The server handles what it has read in the same turn.
    await turn()
  }

  /** Call it before the caller closes. Resolves when the server has closed its side too. */
  closed(caller: Socket): Promise<true> {
    const found = this.#served(caller)
    return eventually(async () => (await found).destroyed)
  }

  #served({ localPort }: Socket): Promise<Socket> {
    return eventually(async () => this.#sockets.get(localPort ?? 0))
  }
}
