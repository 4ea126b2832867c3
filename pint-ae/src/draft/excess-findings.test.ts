import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Excess } from '../document/declaration/excess.ts'
import { type JsonObject, readJson } from '../json/read.ts'
import { inArabic } from '../rulebook/findings/arabic.ts'
import { excessFindings } from './excess-findings.ts'

test('every warning about a compatibility request has an Arabic text with its numbers', () => {
  const holder: JsonObject = new Map()
  const excess = new Excess()
  excess.add(holder, { path: 'erp_voucher', name: 'erp_voucher', value: 'V-1', isOfAnswer: false })
  for (const line of [0, 1, 2]) {
    excess.add(holder, { path: `document_lines[${line}].uom`, name: 'uom', value: 'Each', isOfAnswer: false })
  }
  const findings = excessFindings('purchase-invoices', readJson('{"invoice_type_code":"380"}'), excess)
  assert.deepEqual(
    findings.map(({ reasonCode }) => reasonCode),
    ['SB-REPLACED', 'SB-IGNORED', 'SB-IGNORED'],
  )
  for (const finding of findings) {
    const { text } = inArabic(finding)
    assert.match(text, /^[\u0621-\u064a][^A-Za-z]*\.$/, finding.text)
    assert.deepEqual(text.match(/[0-9]+/g), finding.text.match(/[0-9]+/g))
  }
  assert.match(String(findings[2]?.text), /occurs in 3 places/)
})

test('stored warnings with the earlier wording are still translated', () => {
  for (const text of [
    'A purchase invoice has the type code 389: that was issued in place of what was sent.',
    'This member is not part of the document and was ignored. It stands in 2 places; this is the first.',
  ]) {
    assert.match(inArabic({ reasonCode: 'SB-IGNORED', text }).text, /^[\u0621-\u064a][^A-Za-z]*\.$/)
  }
})
