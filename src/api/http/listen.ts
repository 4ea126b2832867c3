import { lookup } from 'node:dns/promises'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens on a host, and on both addresses of `localhost` where it has two; answers the first,
 * `http://127.0.0.1:8080`. Further addresses hand their connections to the same HTTP server, so
 * that whatever watches it sees them all: the framework would open a second one.
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
 * The first must be there. Any other may be missing: a machine can know the name of an address that
 * it does not have.
 */
export async function listenOnAll(
  server: FastifyInstance,
  [first, ...others]: Addresses,
  port: number,
): Promise<string> {
  const address = await server.listen({ host: first, port })
  const taken = Number(new URL(address).port)
  const doors = await Promise.all(others.map((host) => doorTo(server, { host, port: taken })))
  furtherDoors.set(
    server,
    doors.filter((door) => door !== undefined),
  )
  return address
}

/** Takes no connections any more; done when those that were taken have ended. */
export async function closeFurtherDoors(server: FastifyInstance): Promise<void> {
  const doors = furtherDoors.get(server) ?? []
  await Promise.all(doors.map((door) => new Promise((resolve) => door.close(resolve))))
}

const furtherDoors = new WeakMap<FastifyInstance, readonly Server[]>()

function doorTo({ server }: FastifyInstance, place: Place): Promise<Server | undefined> {
  // As Node sets up the sockets of an HTTP server.
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  return new Promise((resolve) => {
    door.once('error', () => resolve(undefined)).listen(place, () => resolve(door))
  })
}
