import { isIP } from 'node:net'
import { type AddressRange, isAllowedAddress } from './addresses.ts'
import { isAllowedName } from './special-names.ts'

/** The target of a webhook: an https URL without credentials. */
export interface Target {
  readonly url: URL
  /** A name, or an address in its plain spelling, without brackets and final dot. */
  readonly hostname: string
}

/** Resolves a name to its addresses, IPv4 first. Rejects if it has none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

export interface TargetPolicy {
  readonly resolve: Resolve
  /** Private ranges that webhooks may be sent to. */
  readonly allowed: readonly AddressRange[]
}

/**
 * Reads a URL. Returns a sentence that begins with `title` if it is not allowed. An address is
 * judged here. A name is judged here too, but its addresses only before each delivery.
 */
export function readTarget(text: string, allowed: readonly AddressRange[], title = 'URL'): Target | string {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') return `${title} must be an https address`
  if (url.username !== '' || url.password !== '') return `${title} must not hold a user name or password`
  if (url.hash !== '') return `${title} must not have a fragment`
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (hostname === '') return `${title} must be an https address`
  if (url.port === '0') return `${title} must have a port from 1 to 65535`
  const isAllowed = isIP(hostname) === 0 ? isAllowedName : isAllowedAddress
  if (!isAllowed(hostname, allowed)) return `${title} ${notAllowed}`
  return { url, hostname }
}

/**
 * The address to connect to. All addresses of the name must be allowed: a name that also leads to a
 * private address is not trusted. Throws `TargetRefused`, or the error of `resolve`.
 */
export async function addressOf({ hostname }: Target, policy: TargetPolicy, signal: AbortSignal): Promise<string> {
  const addresses = isIP(hostname) === 0 ? await policy.resolve(hostname, signal) : [hostname]
  const [first] = addresses
  if (first === undefined || !addresses.every((address) => isAllowedAddress(address, policy.allowed))) {
    throw new TargetRefused(`The target ${notAllowed}`)
  }
  return first
}

/** Webhooks may not be sent to this target. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

/** The end of an error message. */
const notAllowed = 'must lead to a public address'

/**
 * Checks the URL of a new or changed webhook. Returns an error message, or undefined. A name
 * without an address is accepted, since it may get one before the first delivery.
 */
export async function judgeTarget(url: string, policy: TargetPolicy): Promise<string | undefined> {
  const target = readTarget(url, policy.allowed)
  if (typeof target === 'string') return target
  try {
    await addressOf(target, policy, AbortSignal.timeout(judgeMs))
    return undefined
  } catch (error) {
    return error instanceof TargetRefused ? `URL ${notAllowed}` : undefined
  }
}

const judgeMs = 3_000
