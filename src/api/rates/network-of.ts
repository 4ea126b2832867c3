import ipaddr from 'ipaddr.js'

/**
 * The rate-limit key of an address: an IPv4 address itself, or the /64 of an IPv6 address, which
 * belongs to one subscriber. Other text is its own key.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const known = ipaddr.process(address)
  if (known.kind() === 'ipv4') return known.toString()
  return `${known.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
