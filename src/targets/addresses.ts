import ipaddr from 'ipaddr.js'

/** A range of addresses: a network address and the length of its prefix in bits. */
export interface AddressRange {
  readonly network: ipaddr.IPv4 | ipaddr.IPv6
  readonly bits: number
}

/** Reads `10.1.0.0/16`, `fd00::/8` or one address; undefined for anything else. */
export function readRange(text: string): AddressRange | undefined {
  const [written = '', bits, ...more] = text.split('/')
  const network = readAddress(written)
  if (network === undefined || more.length > 0) return undefined
  const bitsMax = network.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return { network, bits: bitsMax }
  return /^[0-9]{1,3}$/.test(bits) && Number(bits) <= bitsMax ? { network, bits: Number(bits) } : undefined
}

/**
 * Whether a webhook may be sent to an address: a public one, or one in a range that the
 * configuration allows. A mapped IPv4 address is judged as IPv4. Every other IPv4 address inside an
 * IPv6 one (compatible, translated, 6to4, NAT64) is refused, and so is text that is not an address.
 */
export function isAllowedAddress(text: string, allowed: readonly AddressRange[]): boolean {
  const address = readAddress(text)
  if (address === undefined) return false
  if (allowed.some((range) => isWithin(address, range))) return true
  if (address.range() !== 'unicast') return false
  // Only 2000::/3 is assigned; ipaddr.js calls the rest of IPv6 unicast too.
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast)
}

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Programs disagree about octal, hexadecimal and short spellings, and about zones.
  if (!plainSpelling.test(text) || compatible.test(text) || !ipaddr.isValid(text)) return undefined
  const address = ipaddr.process(text)
  return address.kind() === 'ipv4' && !text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)
    ? undefined
    : address
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, { network, bits }: AddressRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

/** IPv4-compatible addresses: ipaddr.js treats them as mapped ones, networks do not. */
const compatible = /^::[0-9]+\./
const plainSpelling = /^[0-9a-fA-F:.]+$/
const globalUnicast: AddressRange = { network: ipaddr.parse('2000::'), bits: 3 }
