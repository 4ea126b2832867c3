/** The scheme of service providers' ids (OpenPeppol SPIS). */
export const providerScheme = '0242'

/** An id without its scheme, as UBL and tax data documents write it: `0242:001234` → `001234`. */
export function bareProviderId(id: string): string {
  return id.slice(id.indexOf(':') + 1)
}
