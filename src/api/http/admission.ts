import { withCommas } from '@selfbill/pint-ae/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerPrefixOf, versionHeaderOf } from '../../compatibility/header-prefix.ts'
import { scopesOf } from '../declaration/access.ts'
import type { Admitted } from '../declaration/call.ts'
import { Fault } from '../faults.ts'
import type { Operation } from '../operation.ts'
import { networkOf } from '../rates/network-of.ts'
import { versionHeader, versionOf, versions } from '../versions.ts'
import { announcedBytes } from './read-body.ts'
import type { RequestNotes } from './request-notes.ts'
import type { ServerParts } from './server-parts.ts'
import { routeNotFound } from './unknown-route.ts'

/**
 * Checks token, version and rate, and sets the headers of every answer to an authenticated request.
 */
export async function admit(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  notes: RequestNotes,
): Promise<Admission> {
  // Never cached, unless the operation sets its own header.
  reply.header('Cache-Control', 'private, no-store')
  const account = await parts.authentication.account(singleAuthorization(request))
  const organisation = await parts.organisation(account.orgId)
  if (!organisation) throw new Fault('unauthenticated')
  notes.begin(request, account)
  // Count first, so that even a version error carries the rate headers; check the result last.
  const rate = parts.rateLimit.hit(account.id, operation.id, rateOf(operation))
  reply.header('X-RateLimit-Limit', rate.limit).header('X-RateLimit-Remaining', rate.remaining)
  reply.header('X-RateLimit-Reset', rate.resetAt)
  const compatibility = headerPrefixOf(organisation.compatibility, parts.compatibility.serviceWide)
  const version = versionOf(requestedVersion(request, compatibility), organisation.defaultApiVersion)
  if (version === undefined) throw new Fault('version_unknown', { versions: withCommas(Object.keys(versions)) })
  reply.header('X-API-VERSION', version)
  if (rate.isExceeded) throw new Fault('rate_exceeded', {}, undefined, rate.retryAfter)
  return { account, version, hasPhase2: organisation.hasPhase2, compatibility }
}

export interface Admission extends Admitted {
  readonly hasPhase2: boolean
}

function rateOf({ access }: Operation) {
  return access.kind === 'scopes' ? access.rate : undefined
}

/** Clients in compatibility mode send their own header; ours wins over it. */
function requestedVersion({ headers }: FastifyRequest, compatibility: string | undefined): string | undefined {
  const names = compatibility === undefined ? [versionHeader] : [versionHeader, versionHeaderOf(compatibility)]
  return names.map((name) => headers[name]).find((value) => typeof value === 'string')
}

/** Checks scope and subscription. Runs last, and again before a stored answer is replayed. */
export function authorize(operation: Operation, { account, hasPhase2 }: Admission): void {
  const { access } = operation
  const scopes = scopesOf(operation)
  if (!scopes.some((scope) => account.scopes.has(scope))) {
    throw new Fault('scope_missing', { scope: scopes.join(' ') })
  }
  if (access.kind === 'scopes' && access.isPhase2 === true && !hasPhase2) throw new Fault('phase_2_not_subscribed')
}

/** Public operations with a rate limit: all except health checks. */
export function isPublicAndLimited({ access, memory }: Operation): boolean {
  return access.kind === 'public' && memory?.fixedBytes !== 0
}

/**
 * Without a token the network is counted. Its limit is twice that of an account, because several
 * callers may share it.
 */
export function admitPublic({ id }: Operation, request: FastifyRequest, { publicRate }: ServerParts): void {
  const rate = publicRate.hit(`network ${networkOf(request.ip)}`, id, 'public')
  if (rate.isExceeded) throw new Fault('rate_exceeded', {}, undefined, rate.retryAfter)
}

/**
 * Checks the secret of an access point: it has no token, version or rate. Refuses a large envelope
 * before it arrives if too many wait.
 */
export function admitGateway(request: FastifyRequest, { inbound }: ServerParts): void {
  if (inbound === undefined) throw routeNotFound(request)
  if (!inbound.secret.isIn(request.headers)) throw new Fault('secret_wrong')
  if (inbound.isBusyFor(announcedBytes(request) ?? 0)) throw new Fault('unavailable')
}

/** Two Authorization headers count as none: a proxy may have checked the other one. */
function singleAuthorization({ raw, headers }: FastifyRequest): string | undefined {
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0)
  return names.filter((name) => name.toLowerCase() === 'authorization').length > 1 ? undefined : headers.authorization
}
