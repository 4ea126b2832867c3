/**
 * This page with other query parameters: filters live in the address, so that a view can be kept
 * and shared. Undefined removes a parameter.
 */
export function addressWith(address: string, changes: Readonly<Record<string, string | number | undefined>>): string {
  const url = new URL(address, 'https://here.invalid')
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, String(value))
  }
  return url.pathname + url.search
}
