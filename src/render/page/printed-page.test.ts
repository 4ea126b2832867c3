import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { anOrder } from '../../../test/support/print/printed.ts'
import { htmlOf } from '../html/html.ts'
import type { Language } from './page.ts'
import { printedPage } from './printed-page.ts'

const languages: readonly Language[] = ['en', 'ar']

test('everything a person would file is on the page, in either language', () => {
  for (const language of languages) {
    const html = htmlOf(printedPage(anOrder('invoice-in-us-dollars', { language })))
    const wanted = [
      'SB-000001',
      '2026-07-15',
      '2026-08-14',
      'Gulf Metals Trading LLC',
      '100234567800003',
      'Harbour Manufacturing LLC',
      '100876543200003',
      'Nickel cathode',
      '2.0004',
      '15,840.25',
      '31,686.84',
      '122,188.41 AED',
      '1,593.34 USD',
      '5,851.54 AED',
      '33,460.18 USD',
      '122,882.51 AED',
      '1 USD = 3.6725 AED',
      'AE070331234567890123456',
      '2026-08-02 00:30',
    ]
    for (const text of wanted) assert.ok(html.includes(text), `${language}: ${text}`)
  }
})

test('an Arabic page is Arabic from right to left, with figures from left to right', () => {
  const html = htmlOf(printedPage(anOrder('invoice-all-vat-categories', { language: 'ar' })))
  assert.match(html, /<html lang="ar" dir="rtl">/)
  for (const word of ['فاتورة ضريبية (فوترة ذاتية)', 'المورّد', 'الاحتساب العكسي (AE)', 'المبلغ المستحق'])
    assert.ok(html.includes(word), word)
  assert.match(html, /<bdi dir="ltr">147,700\.00<\/bdi>/)
})

test('a credit note says what it credits and why', () => {
  const html = htmlOf(printedPage(anOrder('credit-note-in-euros')))
  assert.ok(html.includes('Self-billed tax credit note'))
  assert.ok(html.includes('SB-2026-0099 / 2026-07-02'))
  assert.ok(html.includes('The agreed consideration was altered (DL8.61.1.C)'))
})

test('the page shows the status at printing', () => {
  const at = (overallStatus: string | null, failures = 0) =>
    printedPage(anOrder('invoice-card', { overallStatus, failures })).status
  assert.deepEqual(
    [at('APPROVED'), at('PENDING'), at('REJECTED'), at('VALIDATION_FAILED', 2), at(null)].map(({ mood, text }) => [
      mood,
      text,
    ]),
    [
      ['good', 'Approved'],
      ['open', 'Pending'],
      ['bad', 'Rejected'],
      ['bad', 'Not issued: validation failed'],
      ['open', 'Not sent over Peppol'],
    ],
  )
  assert.equal(at('VALIDATION_FAILED', 2).details[0], 'Rules that failed: \u20662\u2069')
})

test('every golden document has a page in both languages, with all its lines and no empty placeholder', () => {
  const folder = new URL('../../../test/golden/cases/', import.meta.url)
  // The largest document has no answer in the repository.
  const cases = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/response.json`, folder)))
  assert.ok(cases.length > 20)
  for (const name of cases)
    for (const language of languages) {
      const order = anOrder(name, { language })
      const page = printedPage(order)
      const lines: readonly unknown[] = JSON.parse(order.answer).document_lines
      const table = page.blocks.find((block) => block.kind === 'table')
      assert.ok(table?.kind === 'table' && table.rows.length === lines.length, name)
      const text = JSON.stringify(page)
      assert.ok(!/\{\w+\}|undefined|null null/.test(text), name)
    }
})
