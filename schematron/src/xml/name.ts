/**
 * An interned element name. Names with the same namespace and local part share their `id`, whatever
 * their prefix. `qualified` is the name as the document writes it (`cbc:ID`, or `Invoice` in the
 * default namespace).
 */
export interface Name {
  /** Small and ≥ 0; negative for a name of a single document (see `DocumentNames`). */
  readonly id: number
  readonly namespace: string
  readonly local: string
  readonly prefix: string
  readonly qualified: string
}

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
 * The names of a received document. They are interned like ours while the tables are small. Beyond
 * that, a new name gets an id of its document alone, so that hostile documents cannot fill the
 * memory.
 */
export class DocumentNames {
  readonly #foreign = new Map<string, Name>()
  readonly #foreignIds = new Map<string, number>()

  of(namespace: string, local: string, prefix: string): Name {
    const key = `${prefix} ${local} ${namespace}`
    const known = names.get(key) ?? this.#foreign.get(key)
    if (known) return known
    if (names.size < namesMax) return nameOf(namespace, local, prefix)
    const expanded = `${local} ${namespace}`
    const id = ids.get(expanded) ?? this.#foreignIds.get(expanded) ?? -1 - this.#foreignIds.size
    if (id < 0) this.#foreignIds.set(expanded, id)
    const name = makeName(id, namespace, local, prefix)
    this.#foreign.set(key, name)
    return name
  }
}

/** The name with an id. */
export function nameNumbered(id: number): Pick<Name, 'namespace' | 'local'> {
  for (const [expanded, known] of ids) {
    if (known !== id) continue
    const [local = '', namespace = ''] = expanded.split(' ')
    return { namespace, local }
  }
  throw new Error(`no name has the id ${id}`)
}

/** The id that the name has now: ours, if `nameOf` has made one since. */
export function knownId(name: Name): number {
  return name.id < 0 ? (ids.get(`${name.local} ${name.namespace}`) ?? name.id) : name.id
}

function makeName(id: number, namespace: string, local: string, prefix: string): Name {
  return { id, namespace, local, prefix, qualified: prefix === '' ? local : `${prefix}:${local}` }
}

/** The namespace of the prefix `xml`, which every document has. */
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

const ids = new Map<string, number>()
const names = new Map<string, Name>()
/** UBL 2.1 has about 2,600 names. This leaves room for several times as many. */
const namesMax = 10_000

/** The name of the node above the root element; no name test matches it. */
export const documentName = nameOf('#', 'document', '')
