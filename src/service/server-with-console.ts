import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildServer } from '../api/http/server.ts'
import type { Parts } from '../api/parts.ts'
import { mountConsole } from '../console/console.ts'
import { routesOf } from '../console/pages/routes.ts'

/** The HTTP server: the API, and the console on it. */
export function serverWithConsole(parts: Parts, log: FastifyBaseLogger): FastifyInstance {
  const server = buildServer(parts, log)
  mountConsole(server, { ...parts, log }, routesOf(parts))
  return server
}
