import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { closeFurtherDoors } from './listen.ts'

/**
 * Takes no new requests, answers those under way, and lets go of each connection as soon as it is
 * idle.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const idle = setInterval(() => {
    server.server.closeIdleConnections()
    // A connection that never carried a request is not idle by the server's account: it would hold
    // up the stop for minutes.
    for (const connection of silentConnections.get(server) ?? []) connection.destroy()
  }, 20)
  try {
    await Promise.all([closeFurtherDoors(server), server.close()])
  } finally {
    clearInterval(idle)
  }
}

const silentConnections = new WeakMap<FastifyInstance, ReadonlySet<Socket>>()

/**
 * The connections that have not asked for anything yet: clients like to open some before they need
 * them.
 */
export function rememberSilent(instance: FastifyInstance): void {
  const silent = new Set<Socket>()
  instance.server.on('connection', (connection: Socket) => {
    silent.add(connection)
    connection.once('close', () => silent.delete(connection))
  })
  instance.server.on('request', (request: IncomingMessage) => silent.delete(request.socket))
  silentConnections.set(instance, silent)
}
