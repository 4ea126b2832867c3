import { type AddressRange, isAllowedAddress } from './addresses.ts'

/**
 * Whether a webhook may use a host name. Names that never lead to the public internet are refused
 * when the webhook is created, because their addresses depend on the machine and its name servers.
 * Expects lower case without a final dot, as a WHATWG URL has it. Source: IANA "Special-Use Domain
 * Names", RFC 6762 appendix G, docs/decisions/0051.
 */
export function isAllowedName(name: string, allowed: readonly AddressRange[]): boolean {
  const labels = name.split('.')
  if (labels.includes('')) return false
  const isUnder = (domain: string) => name === domain || name.endsWith(`.${domain}`)
  if (unresolvable.some(isUnder)) return false
  // RFC 6761, 6.3: these names are the loopback address, whatever a name server answers.
  if (loopback.some(isUnder)) return loopbackAddresses.some((address) => isAllowedAddress(address, allowed))
  // Operators who allow ranges of their own network also have their own names there.
  return allowed.length > 0 || (labels.length > 1 && !privateUse.some(isUnder))
}

const loopback = ['localhost', 'localhost.localdomain', 'localhost4', 'localhost6', 'ip6-localhost', 'ip6-loopback']
const loopbackAddresses = ['127.0.0.1', '::1']

/**
 * No name server answers for these. `.example` is allowed: documentation uses it, and it does not
 * resolve.
 */
const unresolvable = ['invalid', 'onion', 'alt']

/** Only name servers of private networks answer for these. */
const privateUse = [
  ...['internal', 'local', 'test', 'home.arpa', 'in-addr.arpa', 'ip6.arpa', 'ipv4only.arpa', 'resolver.arpa'],
  ...['service.arpa', 'localdomain', 'lan', 'home', 'corp', 'private', 'intranet'],
]
