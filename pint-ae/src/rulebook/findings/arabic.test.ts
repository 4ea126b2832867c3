import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRulebook } from '../../../../src/rules/open-rulebook.ts'
import { aSelfBilledInvoice, copy, drop } from '../../../../test/support/rules/ubl-documents.ts'
import { ruleSets } from '../rule-set.ts'
import { inArabic, messageInArabic } from './arabic.ts'
import messages from './messages-ar.json' with { type: 'json' }

const rulebook = await openRulebook({ gaps: true })
const wordings = new Set(ruleSets.flatMap((set) => rulebook.rules(set).map(({ id, text }) => `${id}: ${text}`)))
const translated = Object.entries(messages).flatMap(([id, texts]) =>
  Object.entries<string>(texts).map(([english, arabic]) => ({ id, english, arabic })),
)

test('every message of every rule has a translation, and every translation a message', () => {
  assert.ok(wordings.size > 391)
  assert.deepEqual(translated.map(({ id, english }) => `${id}: ${english}`).toSorted(), [...wordings].toSorted())
})

test('a translation is an Arabic sentence with the codes and numbers of the English one', () => {
  for (const { id, english, arabic } of translated) {
    assert.match(arabic, /^[\u0621-\u064a].*\.$/, id)
    assert.doesNotMatch(arabic, /[\u0660-\u0669]| {2}/, id)
    const codes = english.match(/\b[A-Z]{2,}[0-9]*\b|\b[A-Z]\b(?=[).,]| and| or)|\b[0-9][0-9.]*[0-9]\b/g) ?? []
    for (const code of codes.filter((word) => !words.has(word))) assert.ok(arabic.includes(code), `${id}: ${code}`)
  }
})

test('every sentence is an instruction, in both languages', () => {
  for (const [id, wordings] of Object.entries(messages))
    for (const [english, arabic] of Object.entries(wordings)) {
      // A reserved rule of the specification.
      if (id === 'ibr-187-ae') continue
      assert.match(english, /\bmust\b|\bmay\b.*\bonly\b|^Only .* may be\b/, id)
      assert.match(arabic, /يجب|وجب/, id)
    }
})

test('a finding, its evaluation error and the count of unlisted findings are translated', () => {
  const [finding] = rulebook.judge(aSelfBilledInvoice(drop('cac:PaymentMeans')))
  assert.ok(finding)
  assert.deepEqual(inArabic(finding), {
    ...finding,
    text: 'الفاتورة يجب أن تذكر طريقة دفعها، إلا في التوريدات الاعتبارية.',
  })
  const name = 'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName'
  const [failed] = rulebook.judge(aSelfBilledInvoice(copy(name)))
  assert.ok(failed)
  assert.match(inArabic(failed).text, /^المورد يجب أن يكون له اسم قانوني\. تعذّر التحقق من ذلك: .*[a-z]\.$/)
  assert.equal(
    inArabic({ ...finding, reasonCode: 'MORE-FINDINGS', text: '5 more findings are not listed.' }).text,
    'عدد النتائج الأخرى غير المدرجة: 5.',
  )
})

test('an earlier wording is translated when the rule has one sentence; an unknown rule stays in English', () => {
  assert.equal(
    messageInArabic('IBR-001', 'Some earlier wording.'),
    messages['ibr-001']['A document must name the specification it follows.'],
  )
  assert.equal(messageInArabic('ibr-cl-01', 'Some earlier wording.'), undefined)
  assert.equal(inArabic({ reasonCode: 'MINE-1', text: 'Mine.' }).text, 'Mine.')
})

/** Words that look like codes but are translated. */
const words = new Set(['UAE', 'VAT', 'UBL', 'SEPA', 'AN', 'A', 'CVR'])
