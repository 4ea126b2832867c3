/**
 * The registered document type that covers `wanted`, or undefined. All are `scheme::value`.
 *
 * A type of scheme `busdox-docid-qns` matches only itself. One of `peppol-doctype-wildcard` matches
 * itself, then its customization with `*`, then each shorter one with `*`:
 * `urn:peppol:pint:selfbilling-1@ae-1` is covered by `urn:peppol:pint:selfbilling-1@ae-1*` and by
 * `urn:peppol:pint:selfbilling-1*`. Parts end at `@`, so `…selfbilling-1@a*` covers nothing.
 * Source: Peppol Policy for use of Identifiers 4.4.0, docs/network.md#participants.
 */
export function matchingType(wanted: string, registered: ReadonlySet<string>): string | undefined {
  if (registered.has(wanted)) return wanted
  const [, before, customization, version] = wildcardType.exec(wanted) ?? []
  if (before === undefined || customization === undefined) return undefined
  for (const part of partsFromLongest(customization)) {
    const candidate = `${before}##${part}*::${version}`
    if (registered.has(candidate)) return candidate
  }
  return undefined
}

/** `a@b@c` → `a@b@c`, `a@b`, `a`. */
function partsFromLongest(customization: string): readonly string[] {
  const parts = customization.split('@')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('@'))
}

/** Scheme, root element, customization, version: `scheme::namespace::root##customization::2.1`. */
const wildcardType = /^(peppol-doctype-wildcard::[^#]+)##(.+)::([^:]+)$/
