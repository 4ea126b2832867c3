import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerPrefixOf, versionHeaderOf } from '../../compatibility/header-prefix.ts'
import { scopesOf } from '../declaration/access.ts'
import type { Admitted } from '../declaration/call.ts'
import { Fault } from '../faults.ts'
import type { Operation } from '../operation.ts'
import type { Parts } from '../parts.ts'
import { networkOf } from '../rates/network-of.ts'
import { versionHeader, versionOf, versions } from '../versions.ts'
import { routeNotFound } from './unknown-route.ts'

/**
 * Token, version and rate, with the headers that every answer to an authenticated request carries.
 */
export async function admit(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
): Promise<Admission> {
  // For who has the token, now: unless the operation says otherwise.
  reply.header('Cache-Control', 'private, no-store')
  const account = await parts.authentication.account(onlyAuthorization(request))
  const organisation = await parts.organisation(account.orgId)
  if (!organisation) throw new Fault('unauthenticated')
  // Counted before the version is looked at, so that every answer carries the figures; told after
  // it.
  const rate = await parts.rateLimit.hit(account.id, operation.id, rateOf(operation))
  reply.header('X-RateLimit-Limit', rate.limit).header('X-RateLimit-Remaining', rate.remaining)
  reply.header('X-RateLimit-Reset', rate.resetAt)
  const compatibility = headerPrefixOf(organisation.compatibility, parts.compatibility.serviceWide)
  const version = versionOf(askedVersion(request, compatibility), organisation.defaultApiVersion)
  if (version === undefined) throw new Fault('version_unknown', [Object.keys(versions).join(', ')])
  reply.header('X-API-VERSION', version)
  if (rate.isExceeded) throw new Fault('rate_exceeded', [], undefined, rate.retryAfter)
  return { account, version, hasPhase2: organisation.hasPhase2, compatibility }
}

export interface Admission extends Admitted {
  readonly hasPhase2: boolean
}

function rateOf({ access }: Operation) {
  return access.kind === 'scopes' ? access.rate : undefined
}

/** Our header wins over the one that clients in compatibility mode send. */
function askedVersion({ headers }: FastifyRequest, compatibility: string | undefined): string | undefined {
  const names = compatibility === undefined ? [versionHeader] : [versionHeader, versionHeaderOf(compatibility)]
  return names.map((name) => headers[name]).find((value) => typeof value === 'string')
}

/**
 * Scope and subscription: looked at last, and again when a repeated request is answered from what
 * was kept.
 */
export function authorize(operation: Operation, { account, hasPhase2 }: Admission): void {
  const { access } = operation
  if (!scopesOf(operation).some((scope) => account.scopes.has(scope))) throw new Fault('scope_missing')
  if (access.kind === 'scopes' && access.isPhase2 === true && !hasPhase2) throw new Fault('forbidden')
}

/** Whether anybody may call it, other than what says how the process is. */
export function isPublic({ access, memory }: Operation): boolean {
  return access.kind === 'public' && memory?.fixedBytes !== 0
}

/**
 * Without a token the network is counted, twice as much as an account: several callers may stand
 * behind it.
 */
export async function admitPublic({ id }: Operation, request: FastifyRequest, { publicRate }: Parts): Promise<void> {
  const rate = await publicRate.hit(`network ${networkOf(request.ip)}`, id, 'public')
  if (rate.isExceeded) throw new Fault('rate_exceeded', [], undefined, rate.retryAfter)
}

/**
 * No token, version or rate: an access point has a secret, and looking at it costs next to nothing.
 */
export function admitGateway(request: FastifyRequest, { inbound }: Parts): void {
  if (inbound === undefined) throw routeNotFound(request)
  if (!inbound.secret.isIn(request.headers)) throw new Fault('secret_wrong')
}

/**
 * Two of them are none: whoever stands between us and the caller may have looked at the other one.
 */
function onlyAuthorization({ raw, headers }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'authorization').length > 1 ? undefined : headers.authorization
}
