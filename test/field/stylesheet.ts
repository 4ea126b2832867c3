import type { Element } from '@selfbill/schematron/xml'

/** The id and the test of each assertion that a generated stylesheet reports. */
export function assertionsIn(element: Element): readonly { readonly id: string; readonly test: string }[] {
  const inside = element.children.flatMap(assertionsIn)
  const { local } = element.name
  if (local !== 'failed-assert' && local !== 'successful-report') return inside
  return [{ id: attribute(element, 'id'), test: attribute(element, 'test') }, ...inside]
}

/** Written as an attribute, with its braces doubled, or by an instruction. */
function attribute(element: Element, name: string): string {
  const instruction = element.children.find((child) => child.attribute('name') === name)
  return element.attribute(name)?.replaceAll(/([{}])\1/g, '$1') ?? instruction?.text ?? ''
}
