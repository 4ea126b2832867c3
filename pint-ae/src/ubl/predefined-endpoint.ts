/**
 * Whether an endpoint means that there is no receiver on the network: deemed supply (9900000097),
 * not subject to e-invoicing (98), export to a receiver that is not on Peppol (99). Such a document
 * is reported, not exchanged. Source: docs/network.md#predefined-endpoints.
 */
export function isPredefinedEndpoint(scheme: string, id: string): boolean {
  return scheme === '0235' && predefined.has(id)
}

/** Whether this is the endpoint of an export whose receiver is not on Peppol. */
export function isExportEndpoint(scheme: string, id: string): boolean {
  return scheme === '0235' && id === exported
}

const exported = '9900000099'
const predefined: ReadonlySet<string> = new Set(['9900000097', '9900000098', exported])
