import { type CatalogueRule, isDocumentSet } from '@selfbill/pint-ae/rulebook'
import { openCatalogue } from '../../src/rules/open-rulebook.ts'
import type { GeneratedFile } from './generated-file.ts'

/** docs/rules.md: one line per rule, generated from the rule files. */
export async function rulesDocument(): Promise<GeneratedFile> {
  const rules = await openCatalogue({ gaps: true })
  const ofDocuments = rules.filter(({ sets }) => sets.some(isDocumentSet))
  const parts = [
    preamble,
    section(
      'Invoices and credit notes, official',
      'PINT AE 1.0.4, billing and self-billing; they differ only in IBR-CL-01.',
      ofDocuments.filter(({ official }) => official),
    ),
    section(
      'Invoices and credit notes, ours',
      'Checks that the official set intends but does not make: [rulebook-gaps.md](rulebook-gaps.md) gives the reasons.',
      ofDocuments.filter(({ official }) => !official),
    ),
    section('Tax data document', 'TDD 1.0.4: the reports to the tax authority.', inSet(rules, 'tdd')),
    section('Message level status', 'MLS 1.0.1: the answers of C3 and C5 to a transmission.', inSet(rules, 'mls')),
  ]
  return { path: 'docs/rules.md', text: `${parts.join('\n\n')}\n` }
}

const preamble = `<!-- Written by scripts/generate.ts from the rule files: do not edit. -->

# The rules

Every rule in force, with its message in both languages and the request members that its elements are written from; \`[]\` means any item of a list.
Amounts that the service computes for a line count as the line; totals and generated identifiers count as no member.
\`bin/selfbill rules ID\` and \`GET /api/rules/{id}\` also show context and test.`

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

/** The members, or their number when the list is too long to read. */
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
