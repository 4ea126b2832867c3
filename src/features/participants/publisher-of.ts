import { createHash } from 'node:crypto'
import type { NaptrRecord } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { message } from '@selfbill/pint-ae/messages'
import { participants } from '@selfbill/pint-ae/ubl'
import { LookupFailed } from './register.ts'

/**
 * Asks the name servers for the metadata publisher (SMP) of a participant: the network's service
 * metadata locator (SML) is a zone with a U-NAPTR record for each participant. Returns the
 * publisher's base URL, undefined for a participant who is not registered. Throws `LookupFailed`.
 */
export async function publisherOf(participantId: string, locator: Locator, signal: AbortSignal) {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (locator.servers !== undefined) resolver.setServers(locator.servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const records = await existing(() => resolver.resolveNaptr(locatorName(participantId, locator.zone)))
    if (records !== undefined) return publisherIn(records)
    // Without this check, a wrong or unreachable zone would make everybody look unregistered.
    if ((await existing(() => zoneOf(resolver, locator.zone))) === undefined)
      throw new LookupFailed('away', message('name_server_zone_unknown', { zone: locator.zone }))
    return undefined
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

export interface Locator {
  /** The zone of the network, `participant.sml.prod.tech.peppol.org`. */
  readonly zone: string
  /** Name servers as `address:port`; absent: those of the machine. */
  readonly servers?: readonly string[]
}

/**
 * The name of a participant in the zone: base32 of the SHA-256 of its id in lower case. Source:
 * Peppol Policy for use of Identifiers 4.4.0, policy 7.
 */
export function locatorName(participantId: string, zone: string): string {
  const digest = createHash('sha256').update(participantId.toLowerCase()).digest()
  return `${base32(digest)}.${participants}.${zone}`
}

/** Undefined when there is no such name, or nothing of that type. */
async function existing<Records>(ask: () => Promise<Records>): Promise<Records | undefined> {
  try {
    return await ask()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error'
    if (code === 'ENOTFOUND' || code === 'ENODATA') return undefined
    throw new LookupFailed('away', message('name_servers_silent', { code }))
  }
}

/** A zone exists even where it has no record of its own, but names below it. */
async function zoneOf(resolver: Resolver, zone: string): Promise<unknown> {
  try {
    return await resolver.resolveSoa(zone)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENODATA') return zone
    throw error
  }
}

function publisherIn(records: readonly NaptrRecord[]): string | undefined {
  const [first] = records
    .filter(({ flags, service }) => flags.toUpperCase() === 'U' && service.toLowerCase() === 'meta:smp')
    .sort((a, b) => a.order - b.order || a.preference - b.preference)
  if (first === undefined) return undefined
  const [, url] = uriRule.exec(first.regexp) ?? []
  if (url === undefined) throw new LookupFailed('unusable', message('publisher_unnamed'))
  return url
}

/**
 * The rule replaces the whole name by the URL: `!^.*$!https://smp.example!`. Foreign patterns are
 * not evaluated.
 */
const uriRule = /^!\^?\.\*\$?!(https?:\/\/[^!\\\s]+)!i?$/i

/** RFC 4648, without padding. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
