import type { Finding } from '@selfbill/schematron/engine'
import { attributeStep, documentName, type Element, locationOf } from '@selfbill/schematron/xml'

/** The place of a finding of ours, in the form of `placeIn`. */
export function placeOf({ element, attribute, piece }: Finding, root: Element): string {
  const isOutside = piece !== undefined && element.nameId === documentName.id
  const above = isOutside ? '' : locationOf(shown(element))
  return placeIn(above + (piece === undefined ? attributeStep(attribute) : `/${piece}`), root.name.local)
}

/** The stylesheets of the field show the root element where the document node is judged. */
function shown(element: Element): Element {
  return element.nameId === documentName.id ? (element.children[0] ?? element) : element
}

/**
 * The local names and positions of a location, however it writes namespaces; the root has no
 * position, and neither has the first of its name: some stylesheets leave it out.
 */
export function placeIn(location: string, root: string): string {
  if (location === '/') return `/${root}`
  return location
    .replaceAll(/\[namespace-uri\(\)='[^']*'\]/g, '')
    .replaceAll(/\*\[local-name\(\)='([^']*)'[^\]]*\]/g, '$1')
    .replaceAll(/Q\{[^}]*\}|\*:/g, '')
    .replaceAll(/\/[\w.-]+:/g, '/')
    .replaceAll('[1]', '')
}
