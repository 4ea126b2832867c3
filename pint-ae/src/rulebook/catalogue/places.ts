import fields from './ubl-fields.json' with { type: 'json' }

/**
 * Every place that our documents can have, as trees: an element or an attribute with the request
 * member that it is written from. Each kind of document has its own root node.
 */
export const places: readonly Place[] = treeOf(Object.entries<string>(fields))

export interface Place {
  /** The name without its prefix. */
  readonly local: string
  readonly isAttribute: boolean
  /** `document_lines[].note`; empty for values that the service computes or generates. */
  readonly field: string
  /** The text, when it is always the same. */
  readonly constant: string | undefined
  /** Undefined only for a document node. */
  readonly parent: Place | undefined
  readonly children: Place[]
}

/** Paths are sorted, so parents come before their children. */
function treeOf(entries: readonly (readonly [path: string, field: string])[]): readonly Place[] {
  const byPath = new Map<string, Place>()
  for (const [path, value] of entries) {
    const at = path.lastIndexOf('/')
    const name = path.slice(at + 1)
    const place: Place = {
      local: name.replace(/^@|^[^:]*:|\[[0-9]+\]$/g, ''),
      isAttribute: name.startsWith('@'),
      field: value.startsWith('=') ? '' : value,
      constant: value.startsWith('=') ? value.slice(1) : undefined,
      parent: at < 0 ? documentAlone() : byPath.get(path.slice(0, at)),
      children: [],
    }
    place.parent?.children.push(place)
    byPath.set(path, place)
  }
  return [...byPath.values()]
}

function documentAlone(): Place {
  return { local: '', isAttribute: false, field: '', constant: undefined, parent: undefined, children: [] }
}
