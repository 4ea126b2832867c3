import { withCommas } from '@selfbill/pint-ae/messages'
import { distance } from 'fastest-levenshtein'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../faults.ts'
import { addressesOf, type Operation } from '../operation.ts'
import type { ServerParts } from './server-parts.ts'

/**
 * The Fault when no operation matches a request: 404 for an unknown address, 405 with `Allow` for
 * an address with other methods. It names the operation that the caller probably means. Source:
 * RFC 9110, 15.5.6.
 */
export function unknownRoute(operations: readonly Operation[], parts: ServerParts) {
  const addresses: readonly Address[] = [
    ...operations
      .filter((operation) => isAvailable(operation, parts))
      .flatMap((operation) => addressesOf(operation).map((path) => ({ method: operation.method, path }))),
    ...(parts.metrics === undefined ? [] : [{ method: 'GET', path: '/metrics' }]),
  ].map(({ method, path }) => ({ method, steps: stepsOf(path), pattern: patternOf(path) }))
  return (request: FastifyRequest, reply: FastifyReply): Fault => {
    const path = pathIn(request)
    const matching = addresses.filter(({ pattern }) => pattern.test(path))
    // `/uuids` lists ids, although a business profile could have that id; the fewest parameters
    // win.
    const fewest = Math.min(...matching.map(parametersOf))
    const methods = matching.filter((address) => parametersOf(address) === fewest).map(({ method }) => method)
    const allowed = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
    const near = nearest(request.method, path, addresses)
    if (allowed.length === 0 || allowed.includes(request.method)) {
      if (near === undefined) return routeNotFound(request)
      return new Fault('route_misspelt', { route: `${request.method} ${path}`, near })
    }
    reply.header('Allow', allowed.join(', '))
    const values = { method: request.method, allowed: withCommas(allowed) }
    if (near === undefined) return new Fault('method_not_allowed', values)
    return new Fault('method_elsewhere', { ...values, near })
  }
}

export function routeNotFound(request: FastifyRequest): Fault {
  return new Fault('route_not_found', { route: `${request.method} ${pathIn(request)}` })
}

interface Address {
  readonly method: string
  readonly steps: readonly string[]
  readonly pattern: RegExp
}

/**
 * The operation of this method whose address is almost the one that was asked for: a slash too
 * many, a letter or two that differ, or the last parameter missing. With the parameters that the
 * caller named. A long text is no guess.
 */
function nearest(method: string, path: string, addresses: readonly Address[]): string | undefined {
  const asked = stepsOf(path)
  if (asked.length > stepsMax || path.length > charactersMax) return undefined
  let [near, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const { method: its, steps } of addresses) {
    const differing = its === (method === 'HEAD' ? 'GET' : method) ? difference(asked, steps) : undefined
    if (differing === undefined || differing >= least) continue
    near = `${method} /${steps.map((step, at) => (isParameter(step) ? (asked[at] ?? step) : step)).join('/')}`
    least = differing
  }
  return near
}

/** Undefined when the addresses have too little in common. */
function difference(asked: readonly string[], steps: readonly string[]): number | undefined {
  const isParameterMissing = steps.length === asked.length + 1 && isParameter(steps.at(-1) ?? '')
  if (steps.length !== asked.length && !isParameterMissing) return undefined
  let sum = isParameterMissing ? 1 : 0
  for (const [at, step] of asked.entries()) {
    const wanted = steps[at] ?? ''
    const letters = isParameter(wanted) ? 0 : distance(step.toLowerCase(), wanted)
    if (letters > Math.min(lettersMax, wanted.length / 4)) return undefined
    sum += letters
  }
  return sum
}

const lettersMax = 2
const stepsMax = 8
const charactersMax = 256

/** False for operations that could only answer 404. */
function isAvailable({ access }: Operation, { sandboxClock, inbound }: ServerParts): boolean {
  if (access.kind === 'sandbox') return sandboxClock !== undefined
  return access.kind !== 'gateway' || inbound !== undefined
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').filter((step) => step !== '')
}

function isParameter(step: string): boolean {
  return step.startsWith('{')
}

function parametersOf({ steps }: Address): number {
  return steps.filter(isParameter).length
}

function patternOf(path: string): RegExp {
  const steps = path.split(/\{\w+\}/).map((step) => step.replaceAll('.', '\\.'))
  return new RegExp(`^${steps.join('[^/]+')}$`)
}

function pathIn(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}
