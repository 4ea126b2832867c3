import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../faults.ts'
import type { GuardedMetrics } from './server-parts.ts'

/**
 * `GET /metrics` beside the API, with a token. It is for operators, so OpenAPI does not describe
 * it.
 */
export function addMetricsRoute(server: FastifyInstance, metrics: GuardedMetrics): void {
  server.get('/metrics', async (request, reply) => {
    if (!isBearer(request.headers.authorization, metrics.token)) throw new Fault('unauthenticated')
    return reply.type(metrics.type).send(await metrics.text())
  })
}

/** Whether an Authorization header carries the token; compares in constant time. */
export function isBearer(authorization: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
