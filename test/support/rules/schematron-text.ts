import type { Finding } from '@selfbill/schematron/engine'
import { attributeStep, type Element, escapeXml } from '@selfbill/schematron/xml'

/** A rule file around some patterns, with a prefix for each namespace that tests use. */
export function schematron(inside: string): string {
  return [
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"',
    ' xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:u="urn:u" queryBinding="xslt2">',
    '<ns prefix="p" uri="urn:p"/><ns prefix="u" uri="urn:u"/><ns prefix="xs" uri="http://www.w3.org/2001/XMLSchema"/>',
    inside,
    '</schema>',
  ].join('')
}

export function pattern(...rules: string[]): string {
  return `<pattern id="p">${rules.join('')}</pattern>`
}

export function rule(context: string, ...inside: string[]): string {
  return `<rule context="${escapeXml(context)}">${inside.join('')}</rule>`
}

export function assertion(id: string, test: string, message = 'm'): string {
  return `<assert id="${id}" flag="fatal" test="${escapeXml(test)}">${message}</assert>`
}

/**
 * Findings in the form of the second engine: `id@place`, or `id@place error`; a place may be `1/@name`
 * or `1/text()[2]`, and `/` is the document.
 */
export function findingTexts(root: Element, evaluate: (root: Element) => readonly Finding[]): string[] {
  const places = new Map<Element, number>()
  const visit = (element: Element): void => {
    places.set(element, places.size)
    for (const child of element.children) visit(child)
  }
  visit(root)
  return evaluate(root).map(({ assertion: { id }, element, attribute, piece, error }) => {
    const part = piece === undefined ? attributeStep(attribute) : `/${piece}`
    return `${id}@${places.get(element) ?? ''}${part}${error === undefined ? '' : ' error'}`
  })
}
