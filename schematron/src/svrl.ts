import type { Assertion, Finding, NoteText } from './engine.ts'
import type { Element } from './xml/element.ts'
import { attributeStep, positionOf } from './xml/location.ts'
import { documentName } from './xml/name.ts'
import { escapeXml } from './xml/write.ts'

/** One evaluated assertion. */
export interface Judged {
  readonly assertion: Assertion
  readonly element: Element
  /** The attribute or the piece of the element. */
  readonly part: string | undefined
  readonly holds: boolean
}

/**
 * The report in the Schematron Validation Report Language: the rules that fired, in order, with
 * their findings. A test that cannot be evaluated is a failed assertion that says why. Source:
 * ISO/IEC 19757-3:2016, Annex D.
 */
export function reportOf(judged: readonly Judged[], findings: readonly Finding[], phase: string | undefined): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svrl:schematron-output${attributes({ phase })} ${namespace}>`,
  ]
  let last: Judged | undefined
  let found = 0
  for (const one of judged) {
    const { assertion, element, part, holds } = one
    const isNewPattern = !last || isOfNewPattern(one, last)
    if (isNewPattern) lines.push(`<svrl:active-pattern${attributes({ id: assertion.pattern })}/>`)
    const isNewNode = last?.element !== element || last.part !== part
    if (isNewPattern || isNewNode || last?.assertion.context !== assertion.context)
      lines.push(`<svrl:fired-rule${attributes({ ...assertion.rule, context: assertion.context })}/>`)
    last = one
    const finding = holds ? undefined : findings[found++]
    if (finding) lines.push(...findingLines(finding))
  }
  return [...lines, '</svrl:schematron-output>', ''].join('\n')
}

/**
 * A pattern may take rules and assertions from other files, but it never goes back in the document.
 */
function isOfNewPattern({ assertion, element }: Judged, last: Judged): boolean {
  if (last.assertion.pattern !== assertion.pattern) return true
  return last.assertion.source !== assertion.source && last.element.order > element.order
}

/**
 * The XPath of a finding's element, with the namespace and the position of every step, or of what
 * it is about inside: `/*:Invoice[namespace-uri()='urn:…'][1]/…/@unitCode`.
 */
export function findingLocation({ element, attribute, piece }: Finding): string {
  const above = fullLocation(element)
  if (piece !== undefined) return `${above === '/' ? '' : above}/${piece}`
  return `${above}${attributeStep(attribute)}`
}

function fullLocation(element: Element): string {
  if (element.nameId === documentName.id) return '/'
  const { name, parent } = element
  const above = parent && parent.nameId !== documentName.id ? fullLocation(parent) : ''
  const step = name.namespace === '' ? name.local : `*:${name.local}[namespace-uri()='${name.namespace}']`
  return `${above}/${step}[${positionOf(element)}]`
}

function findingLines(finding: Finding): string[] {
  const { assertion, message, error, role, diagnostics = [], properties = [] } = finding
  const { id, flag, test, isReport } = assertion
  const tag = isReport && error === undefined ? 'successful-report' : 'failed-assert'
  const text = error === undefined ? message : `${message} (The test cannot be evaluated: ${error}.)`
  return [
    `<svrl:${tag}${attributes({ id, flag, role, test, location: findingLocation(finding) })}>`,
    `<svrl:text>${escapeXml(text)}</svrl:text>`,
    ...diagnostics.map((one) => noteLine('diagnostic', {}, one)),
    ...properties.map((one) => noteLine('property', { role: one.role, scheme: one.scheme }, one)),
    `</svrl:${tag}>`,
  ]
}

function noteLine(
  kind: 'diagnostic' | 'property',
  more: Readonly<Record<string, string | undefined>>,
  { id, text, lang }: NoteText,
): string {
  const tag = `svrl:${kind}-reference`
  const inside = `<svrl:text${attributes({ 'xml:lang': lang })}>${escapeXml(text)}</svrl:text>`
  return `<${tag}${attributes({ [kind]: id, ...more })}>${inside}</${tag}>`
}

/** Those that have a value. */
function attributes(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [` ${name}="${escapeXml(value)}"`]))
    .join('')
}

const namespace = 'xmlns:svrl="http://purl.oclc.org/dsdl/svrl"'
