/**
 * A Schematron file of rules about lists of codes. The lists are its variables, XPath expressions
 * by name; `namespaces` are those besides UBL's.
 */
export function listSchema(
  title: string,
  lists: Readonly<Record<string, string>>,
  patterns: readonly ListPattern[],
  namespaces: Readonly<Record<string, string>> = {},
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!-- Written by scripts/generate.ts from src/codelists/codelists.json: do not edit. -->',
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

/** A rule that looks a value up in a list; it has its context for itself. */
export interface ListRule {
  readonly id: string
  readonly context: string
  readonly test: string
  readonly message: string
  readonly terms?: string
  readonly field?: string
  /** Fatal unless said otherwise. */
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

/** Codes as one XPath string, a blank before and after each: what isListed looks into. */
export function blankSeparated(codes: readonly string[]): string {
  return `' ${codes.join(' ')} '`
}

/**
 * The test that a trimmed value is a code of a list of thousands: one look, where a sequence would
 * be walked.
 */
export function isListed(value: string, list: string): string {
  const trimmed = `normalize-space(${value})`
  return `not(contains(${trimmed}, ' ')) and contains($${list}, concat(' ', ${trimmed}, ' '))`
}

/**
 * Broken at blanks into lines of about 120 characters. A line break in an attribute is read as one
 * blank, so nothing is indented.
 */
function wrapped(text: string): string {
  return text.replace(/(.{110}\S*) (?=.)/g, '$1\n')
}
