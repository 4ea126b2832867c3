import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { htmlPolicy } from '../../../src/render/html-policy.ts'
import { anOrder } from '../../../test/support/print/printed.ts'
import { htmlOf } from './html.ts'
import { printedPage } from './printed-page.ts'

test('caller text is never read as HTML', () => {
  const attack = `"><script>alert(1)</script><img src=x onerror='a'>&amp;`
  const page = printedPage(
    anOrder('invoice-all-vat-categories', {
      edit: (document) => {
        document.note = attack
        document.document_lines[0].name = attack
        document.accounting_supplier_party.party_name = attack
        document.document_number = attack
      },
    }),
  )
  const html = htmlOf(page)
  const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map((match) => match[1]))
  assert.ok(!tags.has('script') && !tags.has('img'), [...tags].join(' '))
  assert.equal(html.split('&#34;&#62;&#60;script&#62;alert(1)').length - 1, 6)
  assert.doesNotMatch(html, /<[^>]*\b(href|src|onerror)\b|url\(|@import/)
})

test('the policy allows the style that is there, and nothing else', () => {
  const html = htmlOf(printedPage(anOrder('invoice-card')))
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  assert.ok(htmlPolicy.includes(`style-src 'sha256-${hash}'`))
  assert.ok(htmlPolicy.startsWith("default-src 'none'"))
  assert.doesNotMatch(html, / style="/)
})

test('characters that change the text direction are removed', () => {
  const page = printedPage(
    anOrder('invoice-card', {
      edit: (document) => {
        document.note = 'pay \u202e0.001\u202c now \u2067x'
      },
    }),
  )
  assert.ok(htmlOf(page).includes('pay 0.001 now x'))
})

test('a logo is neither loaded nor linked', () => {
  const page = printedPage(
    anOrder('invoice-card', {
      edit: (document) => {
        document.accounting_supplier_party.logo_url = 'https://logo.example/logo.png'
      },
    }),
  )
  assert.ok(!htmlOf(page).includes('logo.example'))
})
