import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readJson, valueAt } from '@selfbill/pint-ae/json'
import { unlikelyValues } from './draft-warnings.ts'

test('an HS code of another form is warned of, and a right one is not', () => {
  const warnedOf = (code: string, list = 'HS') => {
    const classification = { item_classification_code: code, item_classification_list_id: list }
    const document = readJson(JSON.stringify({ document_lines: [{ commodity_classification: classification }] }))
    return unlikelyValues(document, 'purchase-invoices', 0).map(({ message }) => message.id)
  }
  for (const code of ['7408', '740811', '7408.11.00', '740811000000']) assert.deepEqual(warnedOf(code), [], code)
  for (const code of ['74', '7408110', 'copper', '74081100000000']) {
    assert.deepEqual(warnedOf(code), ['hs_code_unlikely'], code)
    assert.deepEqual(warnedOf(code, 'ZZZ'), [])
  }
})

const day = 24 * 60 * 60 * 1000

test('the examples are issued without a warning: for ten months, then their dates are renewed', () => {
  let judged = 0
  for (const file of globSync('examples/*.json')) {
    const document = readJson(readFileSync(file, 'utf8'))
    const date = valueAt(document, ['issue_date'])
    if (typeof date !== 'string') continue
    const family =
      valueAt(document, ['accounting_supplier_party']) === undefined ? 'sales-invoices' : 'purchase-invoices'
    assert.deepEqual(unlikelyValues(document, family, Date.parse(date) + 300 * day), [], file)
    assert.deepEqual(
      unlikelyValues(document, family, Date.parse(date) + 301 * day).map(({ field }) => field),
      ['issue_date'],
    )
    judged += 1
  }
  assert.ok(judged > 20)
})
