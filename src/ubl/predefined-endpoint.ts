import type { Party } from '../document/objects/party.ts'

/**
 * True when a party's endpoint stands for nobody on the network: deemed supply (9900000097), not subject to e-invoicing (98),
 * export to a receiver that is not on Peppol (99). Its document is reported and not exchanged. Source: pint-ae-syntax §4.
 */
export function hasPredefinedEndpoint(party: Party): boolean {
  return party.endpoint_scheme_id === '0235' && predefined.has(party.endpoint_id)
}

/** True for the endpoint of an export whose receiver is not on Peppol. */
export function hasExportEndpoint(party: Party): boolean {
  return party.endpoint_scheme_id === '0235' && party.endpoint_id === exported
}

const exported = '9900000099'
const predefined: ReadonlySet<string> = new Set(['9900000097', '9900000098', exported])
