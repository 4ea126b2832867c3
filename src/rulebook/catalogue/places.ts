import fields from './ubl-fields.json' with { type: 'json' }

/**
 * Every place of the documents we write, in a tree like theirs: an element or an attribute, and the
 * member of the request it is written from. Several documents share it, each under a root that
 * stands for the document itself.
 */
export const places: readonly Place[] = treeOf(Object.entries<string>(fields))

export interface Place {
  /** The name without its prefix. */
  readonly local: string
  readonly isAttribute: boolean
  /** `document_lines[].note`; empty for what the service computes or mints. */
  readonly field: string
  /** The text that always stands there. */
  readonly constant: string | undefined
  /** Undefined for a document alone. */
  readonly parent: Place | undefined
  readonly children: Place[]
}

/** Paths come sorted, so that a parent is always there before its children. */
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
