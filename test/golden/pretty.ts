import { type JsonValue, readJson } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import { readXml } from '@selfbill/schematron/read-xml'
import { type Element, escapeXml } from '@selfbill/schematron/xml'

/**
 * XML for reviewers: one element a line, indented. The service itself writes no such whitespace.
 */
export function prettyXml(text: string): string {
  const root = readXml(text)
  const open = /<[^?][^>]*>/.exec(text)?.[0] ?? ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '', open).join('\n')}\n`
}

/** JSON with two-space indent. Numbers keep their digits. */
export function prettyJson(text: string): string {
  return `${indented(readJson(text), '')}\n`
}

function lines(element: Element, indent: string, open = startTag(element)): readonly string[] {
  const close = `</${element.name.qualified}>`
  if (element.children.length === 0) return [`${indent}${open}${escapeXml(element.text)}${close}`]
  return [`${indent}${open}`, ...element.children.flatMap((child) => lines(child, `${indent}  `)), `${indent}${close}`]
}

function startTag({ name, attributes }: Element): string {
  let tag = `<${name.qualified}`
  for (let at = 0; at < attributes.length; at += 2) tag += ` ${attributes[at]}="${escapeXml(attributes[at + 1] ?? '')}"`
  return `${tag}>`
}

function indented(value: JsonValue, indent: string): string {
  const inner = `${indent}  `
  if (value instanceof Decimal) return value.toString()
  if (value instanceof Map) {
    const members = [...value].map(([name, member]) => `${inner}${JSON.stringify(name)}: ${indented(member, inner)}`)
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`
  }
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => inner + indented(item, inner))
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`
  }
  return JSON.stringify(value)
}
