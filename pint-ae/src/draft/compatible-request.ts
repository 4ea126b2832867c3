import { callersParty, type Family } from '../document/family.ts'
import type { JsonObject, JsonValue } from '../json/read.ts'

/**
 * Completes a request in compatibility mode. A purchase invoice always gets type code 389, a UAE
 * party without TIN gets the first ten digits of its TRN, and a time of day gets seconds and loses
 * fractions of them. The sent objects stay unchanged. Source: docs/decisions/0053.
 */
export function compatibleRequest(family: Family, sent: JsonValue): CompatibleRequest {
  if (!(sent instanceof Map)) return { request: sent, originals: new Map() }
  const original: JsonObject = sent
  const request = new Map(original)
  const originals = new Map([[request, original]])
  if (family === 'purchase-invoices') request.set('invoice_type_code', '389')
  const member = callersParty(family)
  const party = original.get(member)
  if (party instanceof Map) {
    const completed = withTin(party)
    request.set(member, completed)
    originals.set(completed, party)
  }
  const time = original.get('issue_time')
  if (typeof time === 'string') request.set('issue_time', wholeSeconds(time))
  return { request, originals }
}

export interface CompatibleRequest {
  readonly request: JsonValue
  /** Each copied object with the sent object that it replaces. */
  readonly originals: ReadonlyMap<JsonObject, JsonObject>
}

/**
 * Adds the TIN, the first ten digits of the TRN, to a UAE party that sent none. Source:
 * docs/decisions/0053.
 */
export function withTin(party: JsonObject): Map<string, JsonValue> {
  const copy = new Map(party)
  const [address, scheme, tin] = [party.get('postal_address'), party.get('party_tax_scheme'), party.get('tin')]
  const country = address instanceof Map ? address.get('country_code') : undefined
  const number = scheme instanceof Map ? scheme.get('company_id') : undefined
  const isMissing = tin === undefined || tin === null || (typeof tin === 'string' && tin.trim() === '')
  const isDerived = isMissing && country === 'AE' && typeof number === 'string' && /^1[0-9]{14}$/.test(number)
  return isDerived ? copy.set('tin', number.slice(0, 10)) : copy
}

function wholeSeconds(time: string): string {
  const [, minutes, seconds = ':00'] = /^([0-9]{2}:[0-9]{2})(:[0-9]{2})?(?:\.[0-9]+)?$/.exec(time) ?? []
  return minutes === undefined ? time : minutes + seconds
}
