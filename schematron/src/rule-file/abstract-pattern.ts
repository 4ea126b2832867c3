import { Element } from '../xml/element.ts'
import { isSchematron } from './schematron-element.ts'

/**
 * A pattern made from an abstract one: every `$name` of a parameter in its expressions is replaced
 * by the text of the parameter. `copied` hears of every copy. Source: ISO/IEC 19757-3:2016, 5.4.9
 * and 6.3.
 */
export function instantiated(
  template: Element,
  instance: Element,
  copied: (original: Element, copy: Element) => void,
): Element {
  const parameters = new Map<string, string>()
  // Of two with one name in one pattern the first counts, as for the stylesheets of the field.
  for (const element of [template, instance])
    for (const parameter of element.children.toReversed())
      if (isSchematron(parameter, 'param'))
        parameters.set((parameter.attribute('name') ?? '').trim(), parameter.attribute('value') ?? '')
  const copy = (element: Element): Element => {
    const children = new Map(element.children.map((child) => [child, copy(child)]))
    const pieces = element.pieces?.map((piece) => (piece instanceof Element ? (children.get(piece) ?? piece) : piece))
    const { name, attributes, text } = element
    const made = new Element(name, replaced(attributes, parameters), [...children.values()], text, undefined, pieces)
    copied(element, made)
    return made
  }
  const contents = [...template.children, ...instance.children].filter((child) => !isSchematron(child, 'param'))
  const id = instance.attribute('id') ?? template.attribute('id')
  return new Element(instance.name, id === undefined ? [] : ['id', id], contents.map(copy), '', undefined)
}

function replaced(attributes: readonly string[], parameters: ReadonlyMap<string, string>): string[] {
  return attributes.map((text, at) =>
    at % 2 === 1 && expressions.has(attributes[at - 1] ?? '')
      ? text.replace(references, (all, name: string) => parameters.get(name) ?? all)
      : text,
  )
}

/** The attributes that hold expressions. */
const expressions: ReadonlySet<string> = new Set(['context', 'test', 'select', 'path', 'value', 'subject'])
/** Only whole names: `$ab` is not `$a` and a b. */
const references = /\$([\p{L}_][\p{L}\p{N}\p{M}_.\-·]*)/gu
