import ipaddr from 'ipaddr.js'

/**
 * Whom an address stands for where callers are counted: an IPv4 address for itself, an IPv6 address
 * for its /64, all of which one subscriber has. What is no address stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const known = ipaddr.process(address)
  if (known.kind() === 'ipv4') return known.toString()
  return `${known.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
