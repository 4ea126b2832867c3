import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOfRequest } from '../../tracing/origin.ts'
import { type OpenSpan, openSpan } from '../../tracing/span.ts'

/**
 * Traces every request, pages of the console included: the span is the active one in all later
 * hooks and in the handler, and ends with the answer. It shows the template of the path alone:
 * addresses, queries and callers are personal data, and some paths hold secrets. Source:
 * OpenTelemetry's conventions for HTTP servers.
 */
export function traceRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const span = spanOf(request)
    if (span.isRecorded) reply.raw.once('close', () => end(span, reply))
    span.activate(done)
  })
}

function spanOf(request: FastifyRequest): OpenSpan {
  const { traceparent, tracestate } = request.headers
  const method = knownMethods.has(request.method) ? request.method : '_OTHER'
  const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')
  const named = method === '_OTHER' ? 'HTTP' : method
  return openSpan(route === undefined ? named : `${named} ${route}`, {
    kind: 'server',
    origin: originOfRequest({ traceparent, tracestate }),
    attributes: {
      'http.request.method': method,
      'url.scheme': request.protocol,
      'network.protocol.version': request.raw.httpVersion,
      ...(route !== undefined && { 'http.route': route, 'url.path': route }),
    },
  })
}

/** A caller who left before the answer began got no status. */
function end(span: OpenSpan, { raw }: FastifyReply): void {
  const { headersSent, statusCode } = raw
  if (headersSent) span.set({ 'http.response.status_code': statusCode })
  if (headersSent && statusCode >= 500) span.fail(String(statusCode))
  span.end()
}

const knownMethods: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
])
