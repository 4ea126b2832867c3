/**
 * An interned element name. Two names with the same namespace and local part share their `id`,
 * whatever their prefix; `qualified` is how the document writes it (`cbc:ID`, or `Invoice` in the
 * default namespace).
 */
export interface Name {
  /** Small and ≥ 0; negative for a name that only one document knows (see `DocumentNames`). */
  readonly id: number
  readonly namespace: string
  readonly local: string
  readonly prefix: string
  readonly qualified: string
}

/** The name of `local` in `namespace` as written with `prefix` ('' for the default namespace). */
export function nameOf(namespace: string, local: string, prefix: string): Name {
  const key = `${prefix} ${local} ${namespace}`
  const known = names.get(key)
  if (known) return known
  const expanded = `${local} ${namespace}`
  const id = ids.get(expanded) ?? ids.size
  ids.set(expanded, id)
  const name = makeName(id, namespace, local, prefix)
  names.set(key, name)
  return name
}

/**
 * The names of one document that somebody else wrote. They are interned like ours while the tables
 * are small; beyond that a new name gets an id of this document alone, so that no stream of hostile
 * documents can fill the memory.
 */
export class DocumentNames {
  private readonly foreign = new Map<string, Name>()
  private readonly foreignIds = new Map<string, number>()

  of(namespace: string, local: string, prefix: string): Name {
    const key = `${prefix} ${local} ${namespace}`
    const known = names.get(key) ?? this.foreign.get(key)
    if (known) return known
    if (names.size < namesMax) return nameOf(namespace, local, prefix)
    const expanded = `${local} ${namespace}`
    const id = ids.get(expanded) ?? this.foreignIds.get(expanded) ?? -1 - this.foreignIds.size
    if (id < 0) this.foreignIds.set(expanded, id)
    const name = makeName(id, namespace, local, prefix)
    this.foreign.set(key, name)
    return name
  }
}

function makeName(id: number, namespace: string, local: string, prefix: string): Name {
  return { id, namespace, local, prefix, qualified: prefix === '' ? local : `${prefix}:${local}` }
}

const ids = new Map<string, number>()
const names = new Map<string, Name>()
/**
 * UBL 2.1 has some 2,600 names; what else is read may add as many again before it stops being
 * remembered.
 */
const namesMax = 10_000
