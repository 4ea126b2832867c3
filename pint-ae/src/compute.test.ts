import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { type Computed, compute, type Family, families } from '@selfbill/pint-ae'
import { judge, SpecificationUnknown, XmlUnreadable } from '@selfbill/pint-ae/judge'
import { familyOfRequest } from './document/family.ts'

const examples = new URL('../../examples/', import.meta.url)
const example = (name: string) => readFileSync(new URL(name, examples), 'utf8')
const profile = example('business-profile.json')
const invoice = example('purchase-invoice.json')

suite('the library', () => {
  test('every example is a valid document, and its UBL and its report pass when they are judged alone', () => {
    const names = readdirSync(examples).filter((name) => /^(purchase|sales|invoice|credit-note)-.*\.json$/.test(name))
    assert.ok(names.length >= 25, names.join())
    for (const name of names) {
      const family = familyOfRequest(example(name))
      const made = computed(example(name), family)
      assert.ok(made.isValid, `${name}: ${JSON.stringify(made.findings)}`)
      const alone = judge(made.ubl)
      assert.deepEqual(
        [alone.isValid, alone.set],
        [true, family.startsWith('sales') ? 'billing' : 'self-billing'],
        name,
      )
      assert.equal(judge(new TextEncoder().encode(made.taxData ?? '')).rules, 'TDD 1.0.4')
    }
  })

  test('a request may be an object, and its totals keep their digits', () => {
    const fromText = computed(invoice)
    const fromObject = computed(JSON.parse(invoice))
    assert.deepEqual(fromObject.totals, fromText.totals)
    assert.equal(fromText.totals.payable_amount, String(fromText.document.totals && amountIn(fromText)))
    assert.deepEqual(JSON.parse(fromText.json), fromText.document)
  })

  test('a wrong request names its fields, in both languages', () => {
    for (const family of families) {
      for (const language of ['en', 'ar'] as const) {
        const made = compute({ note: 1 }, { family, profile, language })
        assert.ok(made.isRefused)
        const number = made.errors.find(({ field }) => field === 'document_number')
        assert.match(number?.message ?? '', language === 'ar' ? /\p{Script=Arabic}/u : /mandatory/)
        assert.ok(made.errors.some(({ field }) => field === 'note'))
      }
    }
  })

  test('a wrong profile and a text that is no JSON are refused', () => {
    const noProfile = compute(invoice, { family: 'purchase-invoices', profile: {} })
    assert.ok(noProfile.isRefused && noProfile.errors.every(({ field }) => field?.startsWith('profile.')))
    const noJson = compute('{"note": 1', { family: 'purchase-invoices', profile })
    assert.deepEqual(noJson.isRefused && noJson.errors.length, 1)
    const profileText = compute(invoice, { family: 'purchase-invoices', profile: '{' })
    assert.deepEqual(profileText.isRefused && profileText.errors[0]?.field, 'profile')
  })

  test('a failed rule makes the document invalid, names the field, and there is no report', () => {
    const made = computed(example('breaks-rules.json'))
    assert.deepEqual([made.isValid, made.taxData], [false, null])
    const [finding] = made.findings
    assert.ok(finding !== undefined && finding.field !== null && finding.flag === 'fatal')
    assert.ok(judge(made.ubl).findings.some(({ reasonCode }) => reasonCode === finding.reasonCode))
    const arabic = computed(example('breaks-rules.json'), 'purchase-invoices', 'ar')
    assert.equal(arabic.findings[0]?.reasonCode, finding.reasonCode)
    assert.match(arabic.findings[0]?.text ?? '', /\p{Script=Arabic}/u)
  })

  test('what our rules do not know is refused by name', () => {
    assert.throws(() => judge('<Invoice'), XmlUnreadable)
    assert.throws(() => judge('<Invoice/>'), {
      name: 'SpecificationUnknown',
      message: /no cbc:CustomizationID; known: urn:peppol:pint:selfbilling-1@ae-1/,
    })
    const ubl = computed(invoice).ubl
    const other = ubl.replace('urn:peppol:pint:selfbilling-1@ae-1', 'urn:cen.eu:en16931:2017')
    assert.throws(() => judge(other), /No rules judge cbc:CustomizationID urn:cen.eu:en16931:2017/)
    const report = ubl.replaceAll(/\bInvoice\b/g, 'Order')
    assert.throws(() => judge(report), SpecificationUnknown)
  })
})

function computed(
  request: string | object,
  family: Family = 'purchase-invoices',
  language: 'en' | 'ar' = 'en',
): Computed {
  const made = compute(request, { family, profile, language, number: 'SB-1' })
  assert.ok(!made.isRefused, JSON.stringify(made))
  return made
}

function amountIn({ document }: Computed): unknown {
  const { totals } = document
  return typeof totals === 'object' && totals !== null && 'payable_amount' in totals ? totals.payable_amount : undefined
}
