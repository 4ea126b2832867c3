/** A Schematron file of such rules, its lists as variables. */
export function listSchema(
  title: string,
  lists: Readonly<Record<string, readonly string[]>>,
  patterns: readonly ListPattern[],
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!-- Written by scripts/generate.ts from src/codelists/codelists.json: do not edit. -->',
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:sb="urn:selfbill:rulebook" queryBinding="xslt2">',
    `  <title>${title}</title>`,
    '  <ns prefix="cac" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"/>',
    '  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>',
    ...Object.entries(lists).map(([name, codes]) => `\n  <let name="${name}" value="${wrapped(sequence(codes))}"/>`),
    ...patterns.map(patternText),
    '</schema>\n',
  ].join('\n')
}

/** One rule over values of a list: the value is what `value` selects in the context, trimmed unless it is said otherwise. */
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

/** Broken into lines of at most 120 characters at the blanks between codes. */
function wrapped(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const part of text.split(/(?<=,) /)) {
    if (line.length + part.length >= 116) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? part : ` ${part}`
  }
  return [...lines, line].join('\n    ')
}
