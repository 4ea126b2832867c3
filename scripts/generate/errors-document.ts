import { creditMessages } from '../../pint-ae/src/messages/table/credit.ts'
import { documentMessages } from '../../pint-ae/src/messages/table/documents.ts'
import { faultMessages } from '../../pint-ae/src/messages/table/faults.ts'
import { fieldMessages } from '../../pint-ae/src/messages/table/fields.ts'
import { fileMessages } from '../../pint-ae/src/messages/table/files.ts'
import { jsonMessages } from '../../pint-ae/src/messages/table/json.ts'
import { lookupMessages } from '../../pint-ae/src/messages/table/lookups.ts'
import { requestMessages } from '../../pint-ae/src/messages/table/requests.ts'
import { warningMessages } from '../../pint-ae/src/messages/table/warnings.ts'
import type { FaultRow, MessageRow } from '../../pint-ae/src/messages/texts.ts'
import { remedies } from './error-remedies.ts'
import type { GeneratedFile } from './generated-file.ts'

type Row = MessageRow & Partial<FaultRow>

/** docs/errors.md: every id of `error_codes`, with its sentences and what to do, from the table of messages. */
export function errorsDocument(): GeneratedFile {
  const advice = adviceById()
  const parts = sections.map(([title, about, rows]) => section(title, about, rows, advice))
  return { path: 'docs/errors.md', text: `${[preamble, ...parts].join('\n\n')}\n` }
}

/** The same advice for a terminal and an assistant, by id: `selfbill explain`. */
export function errorAdvice(): GeneratedFile {
  const sorted = [...adviceById()].sort(([one], [other]) => (one < other ? -1 : 1))
  const texts = sorted.map(([id, advice]) => [id, asText(advice)])
  return { path: 'src/api/error-advice.json', text: `${JSON.stringify(Object.fromEntries(texts), undefined, 2)}\n` }
}

/** A link as a reader of a terminal follows it: `the sandbox (docs/sandbox.md)`. */
function asText(advice: string): string {
  return advice.replaceAll(/\[([^\]]+)\]\((\w[\w.-]*\.md)[^)]*\)/g, '$1 (docs/$2)').replaceAll('`', '')
}

function section(
  title: string,
  about: string,
  rows: Readonly<Record<string, Row>>,
  advice: ReadonlyMap<string, string>,
): string {
  // Only the messages of a whole request have a status of their own.
  const haveStatus = Object.values(rows).some(({ status }) => status !== undefined)
  const sorted = Object.entries(rows).sort(([, one], [, other]) => (one.status ?? 0) - (other.status ?? 0))
  const written = sorted.map(([id, row]) => {
    const { status, en, ar, unsaid = [], isForPeople } = row
    const what = advice.get(id)
    if (what === undefined) throw new Error(`error-remedies.ts has no advice for ${id}`)
    const values = unsaid.map((name) => ` (values: \`${name}\`)`).join('')
    const more = isForPeople ? `${values} (people only: programs never get it)` : values
    const cells = [
      `\`${id}\``,
      ...(haveStatus ? [String(status), memberOf(row)] : []),
      `${shown(en)}${more}`,
      shown(ar),
    ]
    return `| ${[...cells, what].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const [columns, rule] = haveStatus ? ['| Id | Status | Under ', '|---|---|---'] : ['| Id ', '|---']
  const head = [`${columns}| Message | بالعربية | What to do |`, `${rule}|---|---|---|`]
  return [`## ${title}`, '', about, '', ...head, ...written].join('\n')
}

/** Where an answer has the message of a whole request. */
function memberOf({ under = 'message', isOfFieldToo }: Row): string {
  return isOfFieldToo === true ? `\`${under}\`, or the path of the field` : `\`${under}\``
}

function adviceById(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [advice, ids] of remedies) {
    for (const id of ids) {
      if (found.has(id)) throw new Error(`error-remedies.ts has two pieces of advice for ${id}`)
      found.set(id, advice)
    }
  }
  return found
}

/** The site takes braces and angle brackets for code of its own. */
function shown(text: string): string {
  return text
    .replaceAll('`', '')
    .replace(/\{(\w+)\}/g, '`{$1}`')
    .replaceAll('<', '&lt;')
}

const sections: readonly (readonly [title: string, about: string, rows: Readonly<Record<string, Row>>])[] = [
  [
    'Of a whole request',
    'Under the member that the column names. `json_unreadable`, `parameter_invalid`, `oauth_invalid_request`, `document_invalid` and ' +
      '`totals_unexpected` are kinds in the log of requests (`error_code`): an answer has the code of what is wrong within them.',
    faultMessages,
  ],
  ['Of any field', 'Under the path of the field or parameter.', fieldMessages],
  ['Of fields that must fit each other', 'Under the path of the field to correct.', documentMessages],
  ['Of credit notes by reference', 'Under the path of the field, or `message`.', creditMessages],
  ['Of headers and single operations', 'Under the path of the field, or `message`.', requestMessages],
  ['Of JSON', 'Under `message`, or the path of the member.', jsonMessages],
  [
    'Of participants that are looked up',
    'As `reason_id` of `lookup_unusable` or `lookup_unavailable`.',
    lookupMessages,
  ],
  [
    'Of files',
    'In the refused lines of `selfbill import` and of an upload, and in the findings of `selfbill validate --json`.',
    fileMessages,
  ],
  ['Of warnings', 'In `warnings` of a dry run: nothing is refused for them.', warningMessages],
]

/** The messages whose reason is a text of somebody else. */
function quoting(): string {
  const ids = sections.flatMap(([, , rows]) =>
    Object.entries<Row>(rows).flatMap(([id, { quoted }]) => (quoted === undefined ? [] : [`\`${id}\``])),
  )
  return `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`
}

const preamble = `<!-- Written by scripts/generate.ts from the messages: do not edit. -->

# Error codes

Every error answer has \`errors\`, one sentence for each wrong field or one \`message\`, and \`error_codes\` with the same members:

\`\`\`json
{
  "errors": { "issue_date": "Issue date must be a valid date in the form yyyy-MM-dd" },
  "error_codes": { "issue_date": { "id": "must_be_date", "values": { "field": "issue_date" } } }
}
\`\`\`

- **Decide by \`id\`.** It never changes its meaning and never goes away; new ones come. Treat one that you do not know by
  the HTTP status. [What is promised](versions.md#error-codes).
- **\`values\` are those in the sentence**, below in braces, each a number or a text of at most 100 characters: a longer one ends
  in \`…\`. \`field\` is the name of the member. Words are in English, lists have commas. Secrets and card numbers are never there.
- **A message within a message** is there as text, and its id beside it: \`reason\` and \`reason_id\`. Its values stand beside them.
  ${quoting()} quote another program, such as a parser: their text has no id.
- **Sentences may change**, so show them and do not read them. With \`Accept-Language: ar\` they come in Arabic too (\`errors_ar\`).
- \`POST /oauth/token\` answers as RFC 6749 says, and has no codes. An answer that was stored before there were codes is
  repeated without.

**Status.** The first table has a status for each code. The codes of the others come with a 400, or with the status of the message that they stand
in as \`reason_id\`; amounts that differ from those you expect are a 409. Files and warnings have none.

The business profile in the path of a create is a 400 (\`profile_not_found\`), as the contract says; elsewhere it is a 404
(\`business_profile_not_found\`).`
