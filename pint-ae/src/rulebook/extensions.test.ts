import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXml } from '@selfbill/schematron/xml'
import { openRulebook } from '../../../src/rules/open-rulebook.ts'
import { Random } from '../../../test/support/random.ts'
import { extended, extensionCases } from '../../../test/support/rules/extension-documents.ts'
import { aStatus, cleanStatuses } from '../../../test/support/rules/statuses.ts'
import { cleanTaxDataDocuments } from '../../../test/support/rules/tax-data-documents.ts'
import { aSelfBilledCreditNote, aSelfBilledInvoice, type Kind } from '../../../test/support/rules/ubl-documents.ts'

// UBL lets a sender put any element into an extension, also our own. The official rules read them
// there, so ours do.

const rulebook = await openRulebook({ gaps: false })
const builders = { invoice: aSelfBilledInvoice, 'credit note': aSelfBilledCreditNote }
const kinds: readonly Kind[] = ['invoice', 'credit note']

for (const kind of kinds) {
  test(`business elements in an extension of the ${kind} count as in the official rules`, () => {
    const wrong = extensionCases(kind).flatMap(({ what, edits, fails = [], holds = [] }) => {
      const found = rulebook.judge(builders[kind](...edits)).map(({ reasonCode }) => reasonCode.toLowerCase())
      const silent = fails.filter((id) => !found.includes(id)).map((id) => `${what}: ${id} does not fail`)
      return [...silent, ...holds.filter((id) => found.includes(id)).map((id) => `${what}: ${id} fails`)]
    })
    assert.deepEqual(wrong, [])
  })
}

test('an extension changes no verdict on a tax data document or a status', () => {
  const random = new Random(1)
  const documents = [
    ...cleanTaxDataDocuments().map((root) => ({ root, set: 'tdd' as const })),
    ...cleanStatuses().map((root) => ({ root, set: 'mls' as const })),
  ]
  for (const { root, set } of documents)
    for (const other of [root, aSelfBilledInvoice(), aStatus()])
      assert.deepEqual(rulebook.judge(extended(root, random, other), set), [], writeXml(root))
})
