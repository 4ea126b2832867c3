import type { Element } from '../xml/element.ts'

/** Whether an element is that of ISO Schematron. */
export function isSchematron(element: Element, local: string): boolean {
  return element.name.local === local && element.name.namespace === schematronNamespace
}

export const schematronNamespace = 'http://purl.oclc.org/dsdl/schematron'
