import type { Name } from './name.ts'

/** Name, value, name, value, …: attribute names are unprefixed. */
export type Attributes = readonly string[]

/**
 * One element of an immutable XML tree.
 *
 * An element holds either text or children. `origin` says which member of the caller's JSON it was written from: a path
 * relative to the nearest ancestor that has one (`price`, `document_lines[3]`), or from the root when it starts with "/".
 */
export class Element {
  readonly name: Name
  readonly attributes: Attributes
  readonly children: readonly Element[]
  readonly text: string
  readonly origin: string | undefined
  /** Set once, when the element becomes the child of another. */
  parent: Element | undefined

  constructor(name: Name, attributes: Attributes, children: readonly Element[], text: string, origin: string | undefined) {
    this.name = name
    this.attributes = attributes
    this.children = children
    this.text = text
    this.origin = origin
    this.parent = undefined
    for (const child of children) child.parent = this
  }

  /** The value of an attribute, undefined when absent. */
  attribute(name: string): string | undefined {
    for (let at = 0; at < this.attributes.length; at += 2) if (this.attributes[at] === name) return this.attributes[at + 1]
    return undefined
  }

  /** The first child of that name. */
  child(name: Name): Element | undefined {
    return this.children.find((child) => child.name.id === name.id)
  }
}

const noAttributes: Attributes = []
const noChildren: readonly Element[] = []

/** A leaf with text. */
export function leaf(name: Name, text: string, origin?: string, attributes: Attributes = noAttributes): Element {
  return new Element(name, attributes, noChildren, text, origin)
}

/** A branch; undefined children are left out. Undefined when nothing is left: an empty aggregate is never written. */
export function branch(name: Name, children: readonly (Element | undefined)[], origin?: string): Element | undefined {
  const present = children.filter((child) => child !== undefined)
  return present.length === 0 ? undefined : new Element(name, noAttributes, present, '', origin)
}
