import { isIP } from 'node:net'
import { inEnglish, type Message, message } from '@selfbill/pint-ae/messages'
import { type AddressRange, isAllowedAddress } from './addresses.ts'
import { isAllowedName } from './special-names.ts'

/** A place outside that the service connects to: a URL without credentials. */
export interface Target {
  readonly url: URL
  /** A name, or an address in its plain spelling, without brackets and final dot. */
  readonly hostname: string
}

/** Resolves a name to its addresses, IPv4 first. Rejects if it has none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

export interface TargetPolicy {
  readonly resolve: Resolve
  /** Private ranges that are allowed beside public addresses. */
  readonly allowed: readonly AddressRange[]
}

/**
 * Reads a URL. Returns a message about `field` if it is not allowed. An address is judged here. A
 * name is judged here too, but its addresses only before each connection.
 */
export function readTarget(
  text: string,
  allowed: readonly AddressRange[],
  { field = 'url', isHttpAllowed = false }: TargetForm = {},
): Target | Message {
  const url = URL.parse(text)
  const wrongProtocol = message(isHttpAllowed ? 'must_be_http_url' : 'must_be_https_url', { field })
  const isRight = url?.protocol === 'https:' || (isHttpAllowed && url?.protocol === 'http:')
  if (url === null || !isRight) return wrongProtocol
  if (url.username !== '' || url.password !== '') return message('credentials_in_url', { field })
  if (url.hash !== '') return message('fragment_in_url', { field })
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (hostname === '') return wrongProtocol
  if (url.port === '0') return message('port_out_of_range', { field })
  const isAllowed = isIP(hostname) === 0 ? isAllowedName : isAllowedAddress
  if (!isAllowed(hostname, allowed)) return message('must_be_public_address', { field })
  return { url, hostname }
}

interface TargetForm {
  /** The member that messages name. */
  readonly field?: string
  /** Absent: https only. */
  readonly isHttpAllowed?: boolean
}

/**
 * The address to connect to. All addresses of the name must be allowed: a name that also leads to a
 * private address is not trusted. Throws `TargetRefused`, or the error of `resolve`.
 */
export async function addressOf({ hostname }: Target, policy: TargetPolicy, signal: AbortSignal): Promise<string> {
  const addresses = isIP(hostname) === 0 ? await policy.resolve(hostname, signal) : [hostname]
  const [first] = addresses
  if (first === undefined || !addresses.every((address) => isAllowedAddress(address, policy.allowed))) {
    throw new TargetRefused(inEnglish(message('must_be_public_address', { field: 'the target' })))
  }
  return first
}

/** The service does not connect to this target. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

/**
 * Checks the URL of a new or changed webhook. Returns an error message, or undefined. A name
 * without an address is accepted, since it may get one before the first delivery.
 */
export async function judgeTarget(url: string, policy: TargetPolicy): Promise<Message | undefined> {
  const target = readTarget(url, policy.allowed)
  if (!('url' in target)) return target
  try {
    await addressOf(target, policy, AbortSignal.timeout(judgeMs))
    return undefined
  } catch (error) {
    return error instanceof TargetRefused ? message('must_be_public_address', { field: 'url' }) : undefined
  }
}

const judgeMs = 3_000
