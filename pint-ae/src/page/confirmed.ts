import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { money } from './figures.ts'
import { type Block, type Fact, figure } from './page.ts'
import { facts, joined } from './pieces.ts'

/**
 * The amounts that the issuer's own system had computed too, when the request named them as
 * `expected_totals`. A document with other amounts is refused, so the figures are the document's.
 */
export function confirmedAmounts(
  document: DocumentView,
  { expected, isCredit }: { readonly expected: DocumentView | undefined; readonly isCredit: boolean },
  words: Words,
): readonly Block[] {
  if (expected === undefined) return []
  const currency = document.text('document_currency_code') ?? ''
  const confirmed = (label: string, name: 'payable_amount' | 'tax_amount'): readonly Fact[] => {
    const amount = expected.text(name) === undefined ? undefined : document.decimal('totals', name)
    return amount === undefined ? [] : [{ label, value: money(amount, currency) }]
  }
  const lines = expected.list('lines').filter((line) => !line.isEmpty).length
  const listed: readonly Fact[] = [
    ...confirmed(words.sum.vat, 'tax_amount'),
    ...confirmed(isCredit ? words.sum.credited : words.sum.payable, 'payable_amount'),
    ...(lines === 0
      ? []
      : [{ label: words.lines, value: figure(`${lines} / ${document.list('document_lines').length}`) }]),
  ]
  return listed.length === 0 ? [] : [{ kind: 'facts', title: words.confirmed, facts: listed }]
}

/**
 * The rules that judged the document, in one line: rule set and version, whether ours applied too,
 * the rules of the report, and their digest.
 */
export function judgedBy(document: DocumentView, words: Words): readonly Block[] {
  const judge = document.object('judged_by')
  if (judge === undefined) return []
  const ours = judge.isTrue('additional_rules') ? '(+ Selfbill)' : undefined
  const reportVersion = judge.text('tax_data_version')
  const rules = [
    joined(' ', judge.text('rule_set'), judge.text('version'), ours),
    reportVersion === undefined ? undefined : `TDD ${reportVersion}`,
    judge.text('digest'),
  ]
  return [{ kind: 'facts', title: null, facts: facts([[words.judgedBy, joined(' · ', ...rules)]]) }]
}
