import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { anOrder } from '../../../test/support/print/printed.ts'
import { bilingualPage } from './bilingual.ts'
import { htmlOf } from './html.ts'
import { type Cell, type Language, type Page, pageLanguages } from './page.ts'
import { printedPage } from './printed-page.ts'
import { wordsIn } from './words.ts'

const languages = ['en', 'ar'] as const satisfies readonly Language[]

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
  for (const word of ['فاتورة ضريبية من إصدار المشتري', 'المورد', 'الاحتساب العكسي', 'المبلغ المستحق'])
    assert.ok(html.includes(word), word)
  assert.match(html, /<bdi dir="ltr">147,700\.00<\/bdi>/)
})

test('a credit note says what it credits and why', () => {
  const html = htmlOf(printedPage(anOrder('credit-note-in-euros')))
  assert.ok(html.includes('Tax Credit Note created by buyer'))
  assert.ok(html.includes('SB-2026-0099 / 2026-07-02'))
  assert.ok(html.includes('The agreed consideration was altered<'))
})

test('every rate, and the sentences that VAT law asks for, are on the page', () => {
  const page = printedPage(
    anOrder('invoice-all-vat-categories', {
      edit: (document) => {
        for (const line of document.document_lines)
          if (line.classified_tax_category.id !== 'N') delete line.classified_tax_category.percent
      },
    }),
  )
  const rates = tableOf(page, 'Lines').map((row) => textsOf(row[5]))
  assert.deepEqual(rates, [
    ['5 %'],
    ['0 %', 'Zero rate'],
    ['–', 'Exempt'],
    ['–', 'Outside the scope of VAT'],
    ['5 %', 'Reverse charge'],
    ['5 %', 'Profit margin scheme'],
  ])
  const html = htmlOf(page)
  assert.match(html, /the recipient is required to account for the VAT on the supplies marked “Reverse charge”/)
  assert.match(html, /charged with reference to the profit margin/)
  assert.match(html, /Gold and diamonds</)
  assert.doesNotMatch(htmlOf(printedPage(anOrder('invoice-card'))), /Statement on VAT/)
})

test('each total of a document in another currency is also in AED', () => {
  const page = printedPage(anOrder('invoice-in-us-dollars'))
  const sums = page.blocks.flatMap((block) => (block.kind === 'sums' ? block.sums : []))
  assert.deepEqual(
    sums.map(({ inAed }) => inAed && 'figure' in inAed && inAed.figure),
    ['117,030.97 AED', '117,030.97 AED', '5,851.54 AED', '122,882.51 AED', '122,882.51 AED'],
  )
  assert.deepEqual(
    tableOf(page, 'VAT breakdown').map((row) => [textsOf(row[2]), textsOf(row[3])]),
    [
      [
        ['31,866.84', '117,030.97 AED'],
        ['1,593.34', '5,851.54 AED'],
      ],
    ],
  )
})

test('a line has its unit in words, its period, and the reasons of its charges and allowances', () => {
  const page = printedPage(
    anOrder('invoice-card', {
      edit: (document) => {
        document.document_currency_code = 'KWD'
        Object.assign(document.document_lines[0], {
          unit_code: 'KGM',
          price: { price_amount: 2.5 },
          invoice_period: { start_date: '2026-07-01', end_date: '2026-07-31' },
          allowances: [{ reason_code: '95', amount: 5, multiplier_factor_numeric: 10, base_amount: 50 }],
          charges: [{ reason: 'Crate', amount: 7.5 }],
        })
      },
    }),
  )
  const [row = []] = tableOf(page, 'Lines')
  assert.equal(textsOf(row[2])[1], 'kilogram')
  assert.equal(textsOf(row[3])[0], '2.500')
  const item = textsOf(row[1])
  for (const wanted of [
    'Period: 2026-07-01 – 2026-07-31',
    'Charge +7.50 · Crate',
    'Allowance −5.00 · Discount · 10 % of 50.00',
  ])
    assert.ok(item.includes(wanted), `${wanted} in ${item.join(' | ')}`)
})

test('an Arabic page has places, units and reasons in Arabic, and an Arabic name first', () => {
  const page = printedPage(
    anOrder('invoice-all-vat-categories', {
      language: 'ar',
      edit: (document) => {
        document.accounting_supplier_party.party_name_in_local_language = 'شركة الداو الأزرق'
      },
    }),
  )
  const parties = page.blocks.flatMap((block) => (block.kind === 'parties' ? block.parties : []))
  assert.deepEqual(
    parties.map(({ name }) => name),
    ['شركة الداو الأزرق', 'Harbour Manufacturing LLC'],
  )
  const text = htmlOf(page)
  for (const word of ['الإمارات العربية المتحدة<', 'دبي', 'أبوظبي', 'غرام', 'النقل المحلي للركاب<'])
    assert.ok(text.includes(word), word)
  assert.doesNotMatch(text, /United Arab Emirates|Local passenger|DXB/)
})

test('a page says who licensed a party, how goods are delivered, and what a credit note credits', () => {
  const html = htmlOf(
    printedPage(
      anOrder('credit-note-in-euros', {
        edit: (document) => {
          document.delivery = { terms: 'CIF Jebel Ali' }
        },
      }),
    ),
  )
  for (const wanted of ['Licence authority', 'CIF Jebel Ali', 'Amount credited'])
    assert.ok(html.includes(wanted), wanted)
  assert.ok(!html.includes('Amount due'))
})

test('the amounts that the issuer confirmed are shown, and which rules judged the document', () => {
  const expected = { payable_amount: 33460.18, tax_amount: '1593.34', lines: [{ net_amount: 1 }, {}] }
  const request = JSON.stringify({ expected_totals: expected })
  for (const [language, title, rules] of [
    ['en', "Confirmed by the issuer's own system", 'Checked by the rules'],
    ['ar', 'أكدها نظام جهة الإصدار', 'القواعد المطبقة'],
  ] as const) {
    const page = printedPage(anOrder('invoice-in-us-dollars', { language, request }))
    const blocks = page.blocks.flatMap((block) => (block.kind === 'facts' ? [block] : []))
    const confirmed = blocks.find((block) => block.title === title)
    assert.deepEqual(
      confirmed?.facts.map(({ value }) => ('figure' in value ? value.figure : value.words)),
      ['1,593.34 USD', '33,460.18 USD', '1 / 2'],
    )
    const judged = blocks.at(-1)?.facts.map(({ label, value }) => [label, Object.values(value)[0]])
    assert.deepEqual(judged, [[rules, 'PINT AE Self-Billing 1.0.4 (+ Selfbill) · TDD 1.0.4 · …']])
  }
  for (const none of [
    '{}',
    '',
    '{"expected_totals":{}}',
    '{"expected_totals":{"lines":[{}]}}',
    '{"note":"expected_totals"}',
  ])
    assert.doesNotMatch(JSON.stringify(printedPage(anOrder('invoice-in-us-dollars', { request: none }))), /Confirmed/)
})

test('a document of an operator with own rule files names them by their digest', () => {
  const edit = (document: { judged_by?: object }) => {
    document.judged_by = { rule_set: 'PINT AE Self-Billing', additional_rules: false, digest: '0123456789abcdef' }
  }
  const html = htmlOf(printedPage(anOrder('invoice-card', { edit })))
  assert.ok(html.includes('PINT AE Self-Billing · 0123456789abcdef<'), html)
  const before = (document: { judged_by?: object }) => {
    delete document.judged_by
  }
  assert.ok(!htmlOf(printedPage(anOrder('invoice-card', { edit: before }))).includes('Checked by'))
})

test('no page has a code beside words, or more than one kind of minus sign', () => {
  const folder = new URL('../../../test/golden/cases/', import.meta.url)
  for (const name of readdirSync(folder).filter((name) => existsSync(new URL(`${name}/response.json`, folder))))
    for (const language of languages) {
      const edit = (document: { totals: object; document_lines: object[] }) => {
        Object.assign(document.totals, { payable_rounding_amount: -0.02 })
        Object.assign(document.document_lines[0] ?? {}, { allowances: [{ reason_code: '95', amount: 5 }] })
      }
      const html = htmlOf(printedPage(anOrder(name, { language, edit })))
      assert.doesNotMatch(html, /DL8\.|\((?:S|Z|E|O|AE|N)\)| · 95/, name)
      assert.match(html, /−0\.02/, name)
      assert.doesNotMatch(html, />-[0-9]|[^0-9A-Za-z]-[0-9][0-9,]*\.[0-9]/, name)
    }
})

test('a bilingual page says our words in both languages, and what the caller wrote once', () => {
  const html = htmlOf(printedPage(anOrder('invoice-all-vat-categories', { language: 'bilingual' })))
  assert.match(html, /<html lang="en" dir="ltr">/)
  for (const language of languages) {
    const words = wordsIn(language)
    for (const said of [words.supplier, words.issueDate, words.quantity, words.categories.AE, words.sum.payable])
      assert.ok(html.includes(said), said)
  }
  assert.equal(html.split('Corrugated cartons').length - 1, 1)
  assert.equal(html.split('100567890100003').length - 1, 1)
  const two = printedPage(anOrder('invoice-card'))
  assert.throws(() => bilingualPage(two, { ...two, blocks: two.blocks.slice(1) }), /items where/)
})

test('a page of the sandbox is marked', () => {
  for (const language of languages) {
    const html = htmlOf(printedPage(anOrder('invoice-card', { language, isSandbox: true })))
    assert.match(html, /class="mark" aria-hidden="true">SANDBOX</)
  }
  assert.ok(!htmlOf(printedPage(anOrder('invoice-card'))).includes('SANDBOX'))
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
      ['open', 'On the way'],
      ['bad', 'Rejected'],
      ['bad', 'Not issued: rules failed'],
      ['open', 'Not sent over Peppol'],
    ],
  )
  assert.equal(at('VALIDATION_FAILED', 2).details[0], 'Rules that failed: 2')
})

test('every golden document has a page in each language and in both, with all its lines and no empty placeholder', () => {
  const folder = new URL('../../../test/golden/cases/', import.meta.url)
  // The largest document has no answer in the repository.
  const cases = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/response.json`, folder)))
  assert.ok(cases.length > 20)
  for (const name of cases)
    for (const language of pageLanguages) {
      const order = anOrder(name, { language })
      const page = printedPage(order)
      const lines: readonly unknown[] = JSON.parse(order.answer).document_lines
      const table = page.blocks.find((block) => block.kind === 'table')
      assert.ok(table?.kind === 'table' && table.rows.length === lines.length, name)
      const text = JSON.stringify(page)
      assert.ok(!/\{\w+\}|undefined|null null/.test(text), name)
    }
})

function tableOf(page: Page, title: string): readonly (readonly Cell[])[] {
  return page.blocks.flatMap((block) => (block.kind === 'table' && block.title === title ? block.rows : []))
}

function textsOf(cell: Cell | undefined): readonly string[] {
  return cell === undefined ? [] : [cell.main, ...cell.below].map((it) => ('figure' in it ? it.figure : it.words))
}

test('titles hold the words of the law, and say who created a self-billed document', () => {
  const kinds = (['invoice-card', 'credit-note-in-euros'] as const).flatMap((name) =>
    languages.map((language) => printedPage(anOrder(name, { language })).kind),
  )
  assert.deepEqual(kinds, [
    'Tax Invoice created by buyer',
    'فاتورة ضريبية من إصدار المشتري',
    'Tax Credit Note created by buyer',
    'إشعار دائن ضريبي من إصدار المشتري',
  ])
  assert.equal(printedPage(anOrder('invoice-card', { family: 'sales-invoices' })).kind, 'Tax Invoice')
})
