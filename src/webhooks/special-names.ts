import { type AddressRange, isAllowedAddress } from './addresses.ts'

/**
 * Whether a webhook may name a host. Names that never lead to the public internet are refused when
 * the webhook is made, because what they resolve to depends on the machine and its name servers.
 * Expects a name in lower case without a dot at its end, as WHATWG URL writes it. Source: IANA
 * "Special-Use Domain Names", RFC 6762 appendix G, docs/decisions/0051.
 */
export function isAllowedName(name: string, allowed: readonly AddressRange[]): boolean {
  const labels = name.split('.')
  if (labels.includes('')) return false
  const isUnder = (domain: string) => name === domain || name.endsWith(`.${domain}`)
  if (unresolvable.some(isUnder)) return false
  // RFC 6761, 6.3: such a name is the loopback address, whatever a name server says.
  if (loopback.some(isUnder)) return loopbackAddresses.some((address) => isAllowedAddress(address, allowed))
  // Whoever allows ranges of their own network has names of their own there too.
  return allowed.length > 0 || (labels.length > 1 && !privateUse.some(isUnder))
}

const loopback = ['localhost', 'localhost.localdomain', 'localhost4', 'localhost6', 'ip6-localhost', 'ip6-loopback']
const loopbackAddresses = ['127.0.0.1', '::1']

/**
 * No name server answers for these. `.example` is not among them: it stands in documentation, and
 * leads nowhere by itself.
 */
const unresolvable = ['invalid', 'onion', 'alt']

/** Answered, if at all, by the name servers of a private network. */
const privateUse = [
  ...['internal', 'local', 'test', 'home.arpa', 'in-addr.arpa', 'ip6.arpa', 'ipv4only.arpa', 'resolver.arpa'],
  ...['service.arpa', 'localdomain', 'lan', 'home', 'corp', 'private', 'intranet'],
]
