import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildServer } from '../api/http/server.ts'
import { type ServedOperation, serve } from '../api/operation.ts'
import { coreOperations } from '../api/operations/index.ts'
import { mountConsole } from '../console/console.ts'
import { routesOf } from '../console/pages/routes.ts'
import type { Route } from '../console/route.ts'
import type { BuiltFeature } from '../features/feature.ts'
import type { ApiParts } from './api-parts.ts'

/** The HTTP server: the API, and the console on it. */
export function serverWithConsole(
  parts: ApiParts,
  features: readonly BuiltFeature[],
  log: FastifyBaseLogger,
): ServerWithConsole {
  const operations = [...serve(coreOperations, parts), ...features.flatMap((feature) => feature.operations)]
  const pages = routesOf(
    parts,
    features.flatMap((feature) => feature.pages ?? []),
  )
  const server = buildServer(operations, parts, log)
  mountConsole(server, { ...parts, log }, pages)
  return { server, operations, pages }
}

interface ServerWithConsole {
  readonly server: FastifyInstance
  readonly operations: readonly ServedOperation[]
  readonly pages: readonly Route[]
}
