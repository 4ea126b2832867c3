import { withCommas } from '@selfbill/pint-ae/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../faults.ts'
import { addressesOf, type Operation } from '../operation.ts'
import type { ServerParts } from './server-parts.ts'

/**
 * The Fault when no operation matches a request: 404 for an unknown address, 405 with `Allow` for
 * an address with other methods. Source: RFC 9110, 15.5.6.
 */
export function unknownRoute(operations: readonly Operation[], parts: ServerParts) {
  const addresses = [
    ...operations
      .filter((operation) => isAvailable(operation, parts))
      .flatMap((operation) => addressesOf(operation).map((path) => ({ method: operation.method, path }))),
    ...(parts.metrics === undefined ? [] : [{ method: 'GET', path: '/metrics' }]),
  ].map(({ method, path }) => ({ method, pattern: patternOf(path), parameters: path.split('{').length }))
  return (request: FastifyRequest, reply: FastifyReply): Fault => {
    const path = pathIn(request)
    const matching = addresses.filter(({ pattern }) => pattern.test(path))
    // `/uuids` lists ids, although a business profile could have that id; the fewest parameters
    // win.
    const fewest = Math.min(...matching.map(({ parameters }) => parameters))
    const methods = matching.filter(({ parameters }) => parameters === fewest).map(({ method }) => method)
    const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
    if (allowed.length === 0 || allowed.includes(request.method)) return routeNotFound(request)
    reply.header('Allow', allowed.join(', '))
    return new Fault('method_not_allowed', { method: request.method, allowed: withCommas(allowed) })
  }
}

export function routeNotFound(request: FastifyRequest): Fault {
  return new Fault('route_not_found', { route: `${request.method} ${pathIn(request)}` })
}

/** False for operations that could only answer 404. */
function isAvailable({ access }: Operation, { sandboxClock, inbound }: ServerParts): boolean {
  if (access.kind === 'sandbox') return sandboxClock !== undefined
  return access.kind !== 'gateway' || inbound !== undefined
}

function patternOf(path: string): RegExp {
  const steps = path.split(/\{\w+\}/).map((step) => step.replaceAll('.', '\\.'))
  return new RegExp(`^${steps.join('[^/]+')}$`)
}

function pathIn(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}
