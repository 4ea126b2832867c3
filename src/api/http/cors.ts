import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of other origins call the API from a browser: those that the operator names, with a
 * token, never with cookies. Without origins nothing is added. Source: Fetch Standard, 3.2 (CORS
 * protocol).
 */
export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin) || !isOfApi(request.url)) return
    reply.header('Access-Control-Allow-Origin', origin)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      reply.header('Access-Control-Expose-Headers', exposed)
      return
    }
    reply.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    reply.header('Access-Control-Allow-Headers', sent).header('Access-Control-Max-Age', preflightSeconds)
    return reply.code(204).send()
  })
  // Other hooks write the header anew. A cache must keep the answers to each origin apart.
  server.addHook('onSend', async (_request, reply, payload) => {
    const vary = reply.getHeader('vary')
    reply.header('Vary', vary === undefined ? 'Origin' : `${vary}, Origin`)
    return payload
  })
}

/** The console has its session in a cookie, and stays closed. */
function isOfApi(url: string): boolean {
  return /^\/(?:api|oauth|openapi\.json|\.well-known|healthz|readyz)(?:[/?]|$)/.test(url)
}

const sent = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-API-VERSION',
  'traceparent',
  'tracestate',
].join(', ')

const exposed = [
  'Content-Disposition',
  'Content-Language',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-API-VERSION',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')

const preflightSeconds = 600
