import type { Decimal } from '../decimal/decimal.ts'
import type { Name } from './name.ts'

/**
 * Name, value, name, value, …: an attribute without a namespace has its local name, any other
 * `{namespace}local`. Namespace declarations are not attributes.
 */
export type Attributes = readonly string[]

/** Text nodes and child elements in their order. */
export type Pieces = readonly (string | Element)[]

/**
 * One element of an immutable XML tree.
 *
 * An element holds either text or children; `pieces` says more where that is not enough. `origin`
 * says which member of the caller's JSON it was written from: a path relative to the nearest
 * ancestor that has one (`price`, `document_lines[3]`), or from the root when it starts with "/".
 * Every slot is set in the constructor, so that all elements have one shape.
 */
export class Element {
  readonly name: Name
  /** The id of the name, once more: rules compare it more often than anything else. */
  readonly nameId: number
  readonly attributes: Attributes
  readonly children: readonly Element[]
  /** The text the element itself holds; all of it, where several text nodes make it up. */
  readonly text: string
  readonly origin: string | undefined
  /**
   * Set only where text and children alternate, or where a comment splits the text into several
   * nodes.
   */
  readonly pieces: Pieces | undefined
  /** Set when the element becomes the child of another. */
  parent: Element | undefined
  /**
   * Place in document order, and the place after the last descendant: numbered by whoever walks the
   * whole tree.
   */
  order: number
  end: number
  /**
   * Place among the siblings of the same name, from 1; 0 until the parent has numbered its
   * children.
   */
  position: number
  /** The text as a decimal, once somebody asked: null when it is none. */
  decimal: Decimal | null | undefined
  private childrenByName: Map<number, Element[]> | undefined

  constructor(
    name: Name,
    attributes: Attributes,
    children: readonly Element[],
    text: string,
    origin: string | undefined,
    pieces?: Pieces,
  ) {
    this.name = name
    this.nameId = name.id
    this.attributes = attributes
    this.children = children
    this.text = text
    this.origin = origin
    this.pieces = pieces
    this.parent = undefined
    this.order = 0
    this.end = 0
    this.position = 0
    this.decimal = undefined
    this.childrenByName = undefined
    for (const child of children) {
      child.parent = this
      child.position = 0
    }
  }

  /** The value of an attribute, undefined when absent. */
  attribute(name: string): string | undefined {
    const { attributes } = this
    for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1]
    return undefined
  }

  /** The first child of that name. */
  child(name: Name): Element | undefined {
    return this.children.find((child) => child.nameId === name.id)
  }

  /** The children of that name, from an index that is made once: for parents with many children. */
  childrenNamed(nameId: number): readonly Element[] {
    this.childrenByName ??= groupByName(this.children)
    return this.childrenByName.get(nameId) ?? noChildren
  }

  /** The string value: all text inside, in document order. */
  get value(): string {
    if (this.pieces) return this.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.value)).join('')
    if (this.children.length === 0) return this.text
    let value = ''
    for (const child of this.children) value += child.value
    return value
  }
}

/** A leaf with text. */
export function leaf(name: Name, text: string, origin?: string, attributes: Attributes = noAttributes): Element {
  return new Element(name, attributes, noChildren, text, origin)
}

/**
 * A branch; undefined children are left out. Undefined when nothing is left: an empty aggregate is
 * never written.
 */
export function branch(name: Name, children: readonly (Element | undefined)[], origin?: string): Element | undefined {
  const present = children.filter((child) => child !== undefined)
  return present.length === 0 ? undefined : new Element(name, noAttributes, present, '', origin)
}

/** An element whose undefined children are left out; it is there without any too. */
export function tree(name: Name, children: readonly (Element | undefined)[]): Element {
  const present = children.filter((child) => child !== undefined)
  return new Element(name, noAttributes, present, '', undefined)
}

function groupByName(children: readonly Element[]): Map<number, Element[]> {
  const groups = new Map<number, Element[]>()
  for (const child of children) {
    const group = groups.get(child.nameId)
    if (group) group.push(child)
    else groups.set(child.nameId, [child])
  }
  return groups
}

const noAttributes: Attributes = []
const noChildren: readonly Element[] = []
