import type { Decimal } from '../decimal.ts'
import { knownId, type Name, xmlNamespace } from './name.ts'

/**
 * Name, value, name, value, …: the local name, or `{namespace}local` for an attribute with a
 * namespace. Excludes namespace declarations.
 */
export type Attributes = readonly string[]

/**
 * The names of attributes with a prefix, as the document writes them: `xml:lang`. Only the function
 * `name` asks for them, so they are kept beside the few elements that have such attributes.
 */
const writtenNames = new WeakMap<Attributes, ReadonlyMap<string, string>>()

export function rememberWritten(attributes: Attributes, written: ReadonlyMap<string, string>): void {
  writtenNames.set(attributes, written)
}

/** The name of an attribute with its prefix; an element that no document wrote has only `xml:`. */
export function writtenName(attributes: Attributes, name: string): string {
  const written = writtenNames.get(attributes)?.get(name)
  if (written !== undefined) return written
  const local = name.slice(name.indexOf('}') + 1)
  return name === `{${xmlNamespace}}${local}` ? `xml:${local}` : local
}

/** Text nodes, child elements and remarks in order. */
export type Pieces = readonly (string | Element | Remark)[]

/** A comment, or a processing instruction with its name. Only documents of others keep them. */
export class Remark {
  readonly kind: 'comment' | 'instruction'
  readonly name: string
  readonly text: string

  constructor(kind: 'comment' | 'instruction', name: string, text: string) {
    this.kind = kind
    this.name = name
    this.text = text
  }
}

/**
 * An element of an immutable XML tree.
 *
 * An element has either text or children; `pieces` covers the other cases. `origin` is the member
 * of the caller's JSON that it was written from: a path relative to the nearest ancestor with an
 * origin (`price`, `document_lines[3]`), or from the root if it starts with "/". The constructor
 * sets every slot, so that all elements have the same shape for V8.
 */
export class Element {
  readonly name: Name
  /** The id of the name, repeated here because rules compare it more often than anything else. */
  nameId: number
  /** Others only while the element has marks (rulebook/circumstances.ts). */
  attributes: Attributes
  readonly children: readonly Element[]
  /** The element's own text, joined from all its text nodes. */
  readonly text: string
  readonly origin: string | undefined
  /**
   * Set only when text and children alternate, or with remarks: text before and after one is two
   * nodes.
   */
  readonly pieces: Pieces | undefined
  /** Set when the element is added to a parent. */
  parent: Element | undefined
  /**
   * Place in document order, and the place after the last descendant. Set by code that walks the
   * whole tree.
   */
  order: number
  end: number
  /**
   * Place among siblings of the same name, from 1; 0 until the parent has numbered its children.
   */
  position: number
  /** The text as a decimal, cached after the first read: null when it is not a decimal. */
  decimal: Decimal | null | undefined
  #childrenByName: Map<number, Element[]> | undefined

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
    this.#childrenByName = undefined
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

  /**
   * Looks up a name that had an id of its document alone: rules that were compiled after the
   * document was read may have given it another.
   */
  lookUpName(): number {
    const id = knownId(this.name)
    if (id !== this.nameId) {
      this.nameId = id
      if (this.parent) this.parent.#childrenByName = undefined
    }
    return id
  }

  /** The children of that name, from an index built once: for parents with many children. */
  childrenNamed(nameId: number): readonly Element[] {
    this.#childrenByName ??= groupByName(this.children)
    return this.#childrenByName.get(nameId) ?? noChildren
  }

  /** The string value: all text inside, in document order. */
  get value(): string {
    if (this.pieces) return this.pieces.map(pieceValue).join('')
    if (this.children.length === 0) return this.text
    let value = ''
    for (const child of this.children) value += child.value
    return value
  }
}

function pieceValue(piece: Pieces[number]): string {
  return typeof piece === 'string' ? piece : piece instanceof Remark ? '' : piece.value
}

/** What stands around a root element: remarks of its document, with the root among them. */
const around = new WeakMap<Element, Pieces>()

export function rememberAround(root: Element, pieces: Pieces): void {
  around.set(root, pieces)
}

export function piecesAround(root: Element): Pieces | undefined {
  return around.get(root)
}

export function leaf(name: Name, text: string, origin?: string, attributes: Attributes = noAttributes): Element {
  return new Element(name, attributes, noChildren, text, origin)
}

/**
 * A branch without its undefined children. Returns undefined when no child is left: empty
 * aggregates are never written.
 */
export function branch(name: Name, children: readonly (Element | undefined)[], origin?: string): Element | undefined {
  const present = children.filter((child) => child !== undefined)
  return present.length === 0 ? undefined : new Element(name, noAttributes, present, '', origin)
}

/** An element without its undefined children; written even when it has none. */
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
