import { type Html, html } from '@selfbill/pint-ae/html'
import type { DocumentWarning, Totals, ValidationResult } from '../../../../client/src/api-types.ts'
import { badge } from '../../parts/badge.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Family } from '../documents/family.ts'
import { draftWords } from './draft-words.ts'
import { type Editing, findingList, type Words } from './finding-list.ts'
import { problemsIn } from './problems.ts'
import { warningList } from './warning-list.ts'

/** What a dry run says of a draft: its totals and its findings. */
export function verdict(call: Words, draft: Judged, { before, editing, about }: Compared = {}): Html {
  const { say } = call
  const fatal = problemsIn(draft.findings).filter(({ first }) => first.flag === 'fatal').length
  return html`<section class="card stack verdict" id="verdict" aria-labelledby="verdict-title">
<h2 id="verdict-title">${say(draftWords.verdict)} ${
    fatal === 0 ? badge('good', say(draftWords.passes)) : badge('bad', say(draftWords.fails, { count: fatal }))
  }</h2>
<p class="about">${about ?? say(draftWords.nothingSent)}</p>
${before === undefined ? plainFindings(call, draft, editing) : comparedFindings(call, before, draft, editing)}
${warningList(call, draft.family, draft.warnings ?? [], editing)}
${totals(call, draft, before)}
</section>`
}

export interface Judged {
  readonly family: Family
  readonly totals: Totals
  readonly currency: string
  readonly findings: readonly ValidationResult[]
  readonly warnings?: readonly DocumentWarning[]
}

interface Compared {
  readonly before?: Judged | undefined
  readonly editing?: Editing
  /** What became of it; absent: it is not issued yet. */
  readonly about?: string
}

const sums = [
  { member: 'line_extension_amount', label: draftWords.sumLines },
  { member: 'allowance_total_amount', label: draftWords.sumAllowances, isRare: true },
  { member: 'charge_total_amount', label: draftWords.sumCharges, isRare: true },
  { member: 'tax_exclusive_amount', label: draftWords.sumExclusive },
  { member: 'tax_amount', label: draftWords.sumVat },
  { member: 'tax_inclusive_amount', label: draftWords.sumInclusive },
  { member: 'payable_amount', label: draftWords.sumPayable },
] as const

type Sum = (typeof sums)[number]

function totals({ say, format }: Words, draft: Judged, before: Judged | undefined): Html {
  const money = (judged: Judged, member: Sum['member']) => format.money(judged.totals[member], judged.currency)
  const columns: readonly Column<Sum>[] = [
    { title: say(draftWords.amount), isHead: true, cell: ({ label }) => say(label) },
    ...(before === undefined
      ? []
      : [
          { title: say(draftWords.before), align: 'figure', cell: ({ member }: Sum) => money(before, member) } as const,
        ]),
    {
      title: before === undefined ? say(draftWords.total) : say(draftWords.after),
      align: 'figure',
      cell: ({ member }) =>
        html`${money(draft, member)}${
          before !== undefined &&
          before.totals[member] !== draft.totals[member] &&
          html` <strong>${say(draftWords.changed)}</strong>`
        }`,
    },
  ]
  const isPresent = ({ member }: Sum) => [draft, before].some((one) => one !== undefined && one.totals[member] !== 0)
  const shown = sums.filter((sum) => !('isRare' in sum) || isPresent(sum))
  return html`<h3>${say(draftWords.totals)}</h3>${table(say(draftWords.totals), columns, shown, 'narrow')}`
}

function plainFindings(words: Words, { family, findings }: Judged, editing: Editing | undefined): Html | undefined {
  return findingList(words, family, findings, editing)
}

/** Which findings a repair cured, which it left, and which it brought. */
function comparedFindings(words: Words, before: Judged, after: Judged, editing: Editing | undefined): Html {
  const { say } = words
  const [old, now] = [new Set(before.findings.map(keyOf)), new Set(after.findings.map(keyOf))]
  const groups = [
    { title: say(draftWords.left), findings: after.findings.filter((one) => old.has(keyOf(one))), editing },
    { title: say(draftWords.new), findings: after.findings.filter((one) => !old.has(keyOf(one))), editing },
    { title: say(draftWords.cured), findings: before.findings.filter((one) => !now.has(keyOf(one))) },
  ]
  return html`${groups
    .filter(({ findings }) => findings.length > 0)
    .map(
      (group) =>
        html`<h3>${group.title} (${words.format.number(problemsIn(group.findings).length)})</h3>\
${findingList(words, after.family, group.findings, group.editing)}`,
    )}`
}

function keyOf({ reasonCode, location, field }: ValidationResult): string {
  return JSON.stringify([reasonCode, location, field])
}
