import { type CatalogueRule, openCatalogue } from '../../src/rulebook/catalogue/catalogue.ts'
import { isDocumentSet } from '../../src/rulebook/rule-set.ts'
import type { GeneratedFile } from './generated-file.ts'

/** docs/rules.md: every rule in a line, from the rule files themselves. */
export function rulesDocument(): GeneratedFile {
  const rules = openCatalogue({ gaps: true })
  const ofDocuments = rules.filter(({ sets }) => sets.some(isDocumentSet))
  const parts = [
    preamble,
    section(
      'Invoices and credit notes, official',
      'PINT AE 1.0.4, billing and self-billing alike; the two differ in IBR-CL-01.',
      ofDocuments.filter(({ official }) => official),
    ),
    section(
      'Invoices and credit notes, ours',
      'What the official set means and does not test: [rulebook-gaps.md](rulebook-gaps.md) gives the reasons.',
      ofDocuments.filter(({ official }) => !official),
    ),
    section('Tax data document', 'TDD 1.0.4: what is reported to the tax authority.', inSet(rules, 'tdd')),
    section('Message level status', 'MLS 1.0.1: what the other end says of a message.', inSet(rules, 'mls')),
  ]
  return { path: 'docs/rules.md', text: `${parts.join('\n\n')}\n` }
}

const preamble = `<!-- Written by scripts/generate.ts from the rule files: do not edit. -->

# The rules

Every rule that documents are judged by, with its message in both languages and the members of a request it reads: those its
elements are written from, \`[]\` standing for any item of a list. Amounts of a line that the service computes count as the line; totals and minted identifiers name no
member. \`bin/selfbill rules ID\` and \`GET /api/rules/{id}\` show context and test as well.`

function section(title: string, about: string, rules: readonly CatalogueRule[]): string {
  const rows = rules.map(row)
  return [
    `## ${title}`,
    '',
    `${about} ${rules.length} rules.`,
    '',
    '| Rule | Severity | Terms | Message | بالعربية | Reads |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function row({ id, severity, terms, assertions, fields }: CatalogueRule): string {
  const cells = [
    id,
    severity,
    terms.join(' '),
    said(assertions.map(({ message }) => message.en)),
    said(assertions.map(({ message }) => message.ar ?? '')),
    read(fields),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** The members, or how many, where nobody would read them all. */
function read(fields: readonly string[]): string {
  if (fields.length > fieldsMax) return `${fields.length} members`
  return fields.map((field) => `\`${field}\``).join(' ')
}

const fieldsMax = 12

function said(messages: readonly string[]): string {
  return [...new Set(messages)].join('<br>')
}

function inSet(rules: readonly CatalogueRule[], set: string): readonly CatalogueRule[] {
  return rules.filter(({ sets }) => sets.some((known) => known === set))
}
