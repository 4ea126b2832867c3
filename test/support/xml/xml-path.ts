import type { Element } from '@selfbill/schematron/xml'

export { fieldOf } from '@selfbill/pint-ae/rulebook'

/**
 * The values at a path of an element tree, in document order. A path has the steps as in documents,
 * tests for a child's text, and optionally an attribute at the end: `/cac:Item/cbc:Name`,
 * `/cac:DocumentReference[cbc:DocumentTypeCode=130]/cbc:ID`, `/cbc:InvoicedQuantity/@unitCode`. It
 * starts below the root.
 */
export function valuesAt(root: Element, path: string): readonly string[] {
  const [steps = '', attribute] = path.split('/@')
  const elements = elementsAt(root, steps)
  if (attribute === undefined) return elements.map((element) => element.value)
  return elements.map((element) => element.attribute(attribute)).filter((value) => value !== undefined)
}

/** The elements at a path without an attribute. */
export function elementsAt(root: Element, path: string): readonly Element[] {
  let found: readonly Element[] = [root]
  for (const step of path.split('/').slice(1)) {
    const [, name, child, text] = /^([^[]+)(?:\[([^=]+)=([^\]]+)\])?$/.exec(step) ?? []
    found = found
      .flatMap((element) => element.children.filter((candidate) => candidate.name.qualified === name))
      .filter((element) => child === undefined || valuesAt(element, `/${child}`).includes(text ?? ''))
  }
  return found
}

/** Every element of the tree, in document order. */
export function everyElement(root: Element): readonly Element[] {
  return [root, ...root.children.flatMap(everyElement)]
}
