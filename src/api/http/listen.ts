import { lookup } from 'node:dns/promises'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens on a host, and on both addresses of `localhost` if it has two; answers the first,
 * `http://127.0.0.1:8080`. The other addresses pass their connections to the same HTTP server, so
 * that everything that watches it sees them all: the framework would open a second one.
 */
export async function listen(server: FastifyInstance, { host, port }: Place): Promise<string> {
  if (host !== 'localhost') return listenOnAll(server, [host], port)
  const found = await lookup(host, { all: true })
  const [first = host, ...others] = new Set(found.map(({ address }) => address))
  return listenOnAll(server, [first, ...others], port)
}

export interface Place {
  readonly host: string
  readonly port: number
}

type Addresses = readonly [first: string, ...others: string[]]

/**
 * The first address must work. Others may be missing: a machine can resolve an address that it does
 * not have.
 */
export async function listenOnAll(
  server: FastifyInstance,
  [first, ...others]: Addresses,
  port: number,
): Promise<string> {
  const address = await server.listen({ host: first, port })
  const boundPort = Number(new URL(address).port)
  const opened = await Promise.all(others.map((host) => openListener(server, { host, port: boundPort })))
  otherListeners.set(
    server,
    opened.filter((listener) => listener !== undefined),
  )
  return address
}

/** Stops accepting connections; resolves when the open ones have ended. */
export async function closeOtherListeners(server: FastifyInstance): Promise<void> {
  const listeners = otherListeners.get(server) ?? []
  await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))))
}

const otherListeners = new WeakMap<FastifyInstance, readonly Server[]>()

function openListener({ server }: FastifyInstance, place: Place): Promise<Server | undefined> {
  // The same socket options as Node's HTTP server.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  return new Promise((resolve) => {
    listener.once('error', () => resolve(undefined)).listen(place, () => resolve(listener))
  })
}
