/**
 * An interned element name. Two names with the same namespace and local part share their `id`, whatever their prefix;
 * `qualified` is how the document writes it (`cbc:ID`, or `Invoice` in the default namespace).
 */
export interface Name {
  readonly id: number
  readonly namespace: string
  readonly local: string
  readonly prefix: string
  readonly qualified: string
}

const ids = new Map<string, number>()
const names = new Map<string, Name>()

/** The name of `local` in `namespace` as written with `prefix` ('' for the default namespace). */
export function nameOf(namespace: string, local: string, prefix: string): Name {
  const key = `${prefix} ${local} ${namespace}`
  const known = names.get(key)
  if (known) return known
  const expanded = `${local} ${namespace}`
  const id = ids.get(expanded) ?? ids.size
  ids.set(expanded, id)
  const name = { id, namespace, local, prefix, qualified: prefix === '' ? local : `${prefix}:${local}` }
  names.set(key, name)
  return name
}
