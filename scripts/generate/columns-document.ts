import { families } from '@selfbill/pint-ae/document'
import { codedColumns, type NamedColumn, namedColumns } from '../../src/document-files/named-columns.ts'
import type { GeneratedFile } from './generated-file.ts'

/** docs/columns.md: every name of a column, from the tables that files are read by. */
export function columnsDocument(): GeneratedFile {
  const all = namedColumns()
  const parts = sections.map(([title, isIn]) =>
    section(
      title,
      all.filter(({ path }) => sectionOf(path) === isIn),
    ),
  )
  return { path: 'docs/columns.md', text: `${[preamble, ...parts, cells()].join('\n\n')}\n` }
}

type Section = 'document' | 'party' | 'line'

const sections: readonly (readonly [title: string, section: Section])[] = [
  ['The document', 'document'],
  ['The supplier or customer', 'party'],
  ['The lines', 'line'],
]

function sectionOf(path: string): Section {
  if (/^accounting_(supplier|customer)_party\./.test(path)) return 'party'
  return path.startsWith('line.') ? 'line' : 'document'
}

function section(title: string, columns: readonly NamedColumn[]): string {
  const rows = columns.map(({ path, en, ar, further, isInTemplate, families: of }) => {
    const others = [...new Set(further.flatMap((name) => [name.en, name.ar]))].filter((one) => one !== en && one !== ar)
    const kinds = of.length === families.length ? '' : ` (${kindsOf(of)})`
    return `| ${isInTemplate ? `**${en}**` : en}${kinds} | ${ar} | ${others.join(', ')} | \`${path}\` |`
  })
  return [`## ${title}`, '', '| Column | بالعربية | Also | Path |', '|---|---|---|---|', ...rows].join('\n')
}

/** What goes in a cell that takes codes. */
function cells(): string {
  const rows = codedColumns().map(({ columns, codes }) => {
    const names = columns.map(({ en }) => en).join(', ')
    return `| ${names} | ${codes.map(({ code, meaning }) => `\`${code}\` ${meaning.en}, ${meaning.ar}`).join('<br>')} |`
  })
  return [codesPreamble, '', '| Column | What goes in |', '|---|---|', ...rows].join('\n')
}

const codesPreamble = `## Codes and words

A cell of these columns has a code or its words, in either language: \`30\`, \`Credit transfer\` and \`تحويل بنكي\` are the same. Of units these are the common ones, and a cell has
the code: the form finds all of them by name. A country has its two letters or its name, a currency its three letters. Dates, amounts and rates are in [many at once](integrating.md#many-at-once).`

function kindsOf(of: NamedColumn['families']): string {
  if (of.every((family) => family.endsWith('credit-notes'))) return 'credit notes'
  return of.every((family) => family.endsWith('invoices')) ? 'invoices' : of.join(', ')
}

const preamble = `<!-- Written by scripts/generate.ts from src/document-files: do not edit. -->

# Names of columns

What the first row of an Excel or CSV file may say, for **Upload**, \`selfbill import\` and \`selfbill suppliers check\`. Case, blanks and a colon make no difference, and a file may mix languages.
A column has its plain name, one of the others, or the path of the API. Columns in bold are in the example.

- A label of the supplier or customer needs no word for the party: \`TRN\` is the supplier's in a purchase, the customer's in a sale. \`Vendor\` and \`Seller\`, \`Client\` and \`Buyer\` name the parties, too.
- A further entry of a list has the number of the form (\`Discount 2: Reason\`), or its path (\`allowances[1].reason\`).
- Amounts are computed. Columns that begin with "Expected" are compared with what the service computes ([amounts that you expect](integrating.md#amounts-that-you-expect)).`
