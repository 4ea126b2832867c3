/**
 * A Schematron file of code-list rules. Each list is a variable, an XPath expression by name.
 * `namespaces` are added to those of UBL.
 */
export function listSchema(
  title: string,
  lists: Readonly<Record<string, string>>,
  patterns: readonly ListPattern[],
  namespaces: Readonly<Record<string, string>> = {},
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!-- Written by scripts/generate.ts from pint-ae/src/codelists/codelists.json: do not edit. -->',
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:sb="urn:selfbill:rulebook" queryBinding="xslt2">',
    `  <title>${title}</title>`,
    '  <ns prefix="cac" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"/>',
    '  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>',
    ...Object.entries(namespaces).map(([prefix, uri]) => `  <ns prefix="${prefix}" uri="${uri}"/>`),
    ...Object.entries(lists).map(([name, list]) => `\n  <let name="${name}" value="${wrapped(list)}"/>`),
    ...patterns.map(patternText),
    '</schema>\n',
  ].join('\n')
}

/** A rule that looks up a value in a list. No two rules of a pattern share a context. */
export interface ListRule {
  readonly id: string
  readonly context: string
  readonly test: string
  readonly message: string
  readonly terms?: string
  readonly field?: string
  /** Fatal by default. */
  readonly flag?: 'warning'
}

export interface ListPattern {
  readonly id: string
  readonly rules: readonly ListRule[]
}

function patternText({ id, rules }: ListPattern): string {
  return `\n  <pattern id="${id}">\n${rules.map(ruleText).join('')}  </pattern>`
}

function ruleText({ id, context, test, message, terms, field, flag }: ListRule): string {
  const about = `${terms === undefined ? '' : ` sb:terms="${terms}"`}${field === undefined ? '' : ` sb:field="${field}"`}`
  return `    <rule context="${context}">\n      <assert id="${id}" flag="${flag ?? 'fatal'}"${about} test="${test}">${message}</assert>\n    </rule>\n`
}

/** Codes as an XPath sequence of strings. */
export function sequence(codes: readonly string[]): string {
  return `(${codes.map((code) => `'${code}'`).join(', ')})`
}

/** Codes as one XPath string with a space before and after each; the list of `isListed`. */
export function blankSeparated(codes: readonly string[]): string {
  return `' ${codes.join(' ')} '`
}

/**
 * The test that a trimmed value is a code of a list of thousands: one text search, faster than
 * walking a sequence.
 */
export function isListed(value: string, list: string): string {
  const trimmed = `normalize-space(${value})`
  return `not(contains(${trimmed}, ' ')) and contains($${list}, concat(' ', ${trimmed}, ' '))`
}

/**
 * Wraps at spaces, at about 120 characters. XML reads a line break in an attribute as one space, so
 * nothing is indented.
 */
function wrapped(text: string): string {
  return text.replace(/(.{110}\S*) (?=.)/g, '$1\n')
}
