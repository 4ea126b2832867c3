import { isIP } from 'node:net'
import { type AddressRange, isAllowedAddress } from './addresses.ts'
import { isAllowedName } from './special-names.ts'

/** Where a webhook is sent: an https URL without credentials. */
export interface Target {
  readonly url: URL
  /**
   * A name, or an address as it is written plainly; without brackets and without a dot at its end.
   */
  readonly hostname: string
}

/** Addresses of a name, IPv4 first; rejects when it has none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

export interface TargetPolicy {
  readonly resolve: Resolve
  /** Ranges that may be sent to though the internet cannot reach them. */
  readonly allowed: readonly AddressRange[]
}

/**
 * Reads a URL. Answers what is wrong with it, as a sentence that begins with `title`. An address in
 * it is judged here; of a name only the name is, and its addresses before each delivery.
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
 * The one address that is connected to. All that a name stands for must be allowed: a name that
 * also leads inside is not to be trusted with either. Throws `TargetRefused`, and whatever
 * `resolve` throws.
 */
export async function addressOf({ hostname }: Target, policy: TargetPolicy, signal: AbortSignal): Promise<string> {
  const addresses = isIP(hostname) === 0 ? await policy.resolve(hostname, signal) : [hostname]
  const [first] = addresses
  if (first === undefined || !addresses.every((address) => isAllowedAddress(address, policy.allowed))) {
    throw new TargetRefused(`The target ${notAllowed}`)
  }
  return first
}

/** The target leads somewhere a webhook is not sent to. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

/** As a sentence goes on. */
const notAllowed = 'must lead to a public address'

/**
 * What is wrong with a URL when a webhook is made; undefined when nothing is. A name that has no
 * address yet may get one: that is found out when something is to be sent.
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
