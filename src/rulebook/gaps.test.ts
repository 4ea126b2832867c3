import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanDocuments } from '../../test/support/rules/clean-documents.ts'
import { dollarGapCases, type GapCase, gapCases } from '../../test/support/rules/gap-cases.ts'
import {
  aSelfBilledCreditNote,
  aSelfBilledInvoice,
  type Edit,
  type Kind,
} from '../../test/support/rules/ubl-documents.ts'
import { openRulebook } from './rulebook.ts'

const rulebook = openRulebook({ gaps: true })
const official = openRulebook({ gaps: false })
const kinds: readonly Kind[] = ['invoice', 'credit note']
const inDollars = cleanDocuments().find(({ name }) => name === 'in US dollars')?.edits ?? []

const built = (kind: Kind, edits: readonly Edit[]) =>
  kind === 'invoice' ? aSelfBilledInvoice(...edits) : aSelfBilledCreditNote(...edits)

test('every gap has a case', () => {
  const ours = new Set(rulebook.rules().flatMap((rule) => (rule.official ? [] : [rule.id])))
  assert.deepEqual(new Set([...gapCases, ...dollarGapCases].map(({ id }) => id)), ours)
})

test('every gap has the id of the official rule it closes, or one of ours', () => {
  const known = new Set(official.rules().map(({ id }) => id))
  const own = rulebook.rules().filter(({ id }) => !known.has(id))
  assert.deepEqual([...new Set(own.map(({ id }) => id))], ['sb-email'])
  assert.ok(!official.rules().some(({ id }) => id.startsWith('sb-')))
})

test('documents without official findings have none of ours', () => {
  for (const kind of kinds)
    for (const { edits, name } of cleanDocuments()) assert.deepEqual(rulebook.judge(built(kind, edits)), [], name)
})

for (const kind of kinds) {
  for (const gapCase of gapCases) holds(kind, gapCase, [])
  for (const gapCase of dollarGapCases) holds(kind, gapCase, inDollars)
}

function holds(kind: Kind, { id, what, flag, edits, only }: GapCase, before: readonly Edit[]): void {
  if (only !== undefined && only !== kind) return
  test(`${id}: ${kind} with ${what}`, () => {
    const root = built(kind, [...before, ...edits])
    const ours = rulebook.judge(root).filter((finding) => !finding.official)
    assert.deepEqual(
      ours.map((finding) => [finding.reasonCode, finding.flag]),
      [[id.toUpperCase(), flag]],
    )
    assert.doesNotMatch(ours[0]?.text ?? '', /could not be evaluated/)
    assert.ok(official.judge(root).every((finding) => finding.official))
  })
}
