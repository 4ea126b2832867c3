import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { closeOtherListeners } from './listen.ts'

/**
 * Before the close: from now on each connection ends after its next answer, so that clients and
 * proxies leave without losing a request.
 */
export function endConnections(server: FastifyInstance): void {
  server.server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
}

/**
 * Accepts no new requests, answers those in progress, and closes each connection as soon as it is
 * idle.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const idle = setInterval(() => {
    server.server.closeIdleConnections()
    // Node does not count a connection without any request as idle; it would delay the stop by
    // minutes.
    for (const connection of silentConnections.get(server) ?? []) connection.destroy()
  }, 20)
  try {
    await Promise.all([closeOtherListeners(server), server.close()])
  } finally {
    clearInterval(idle)
  }
}

const silentConnections = new WeakMap<FastifyInstance, ReadonlySet<Socket>>()

/** Tracks connections without a request so far: clients like to open some in advance. */
export function rememberSilent(instance: FastifyInstance): void {
  const silent = new Set<Socket>()
  instance.server.on('connection', (connection: Socket) => {
    silent.add(connection)
    connection.once('close', () => silent.delete(connection))
  })
  instance.server.on('request', (request: IncomingMessage) => silent.delete(request.socket))
  silentConnections.set(instance, silent)
}
