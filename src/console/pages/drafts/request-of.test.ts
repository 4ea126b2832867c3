import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type JsonValue, readJson } from '@selfbill/pint-ae/json'
import { Form } from '../../http/form.ts'
import type { Family } from '../documents/family.ts'
import { jsonText, numberFrom, stepsOf, valueAt, withoutValue } from './edit-json.ts'
import { exampleOf } from './example.ts'
import { fieldsOf } from './fields.ts'
import { fieldFor } from './place.ts'
import { formOf, lineCount, requestOf } from './request-of.ts'

const family = 'purchase-invoices'

test('a form that was left alone changes nothing of a request, whatever else that has', () => {
  const examples = globSync('examples/*.json').map((file) => [file, readJson(readFileSync(file, 'utf8'))] as const)
  let compared = 0
  for (const [file, request] of examples) {
    const of = familyIn(request)
    if (of === undefined || lineCount(request) > 10) continue
    const lines = Array.from({ length: lineCount(request) }, (_, at) => at)
    assert.equal(jsonText(requestOf(request, formOf(request, of, lines), of, lines)), jsonText(request), file)
    compared += 1
  }
  assert.ok(compared > 15)
})

test('what follows from a field follows its change, and goes with it', () => {
  const made = exampleOf(family, '2026-07-15')
  const party = 'accounting_supplier_party'
  assert.equal(at(made, `${party}.tin`), '1002345678')
  const other = changed(made, { [`${party}.party_tax_scheme.company_id`]: '1003 4567 8900 003' })
  assert.equal(at(other, `${party}.party_tax_scheme.company_id`), '100345678900003')
  assert.equal(at(other, `${party}.tin`), '1003456789')
  assert.equal(at(other, `${party}.endpoint_id`), '1003456789')

  const category = 'document_lines[0].classified_tax_category'
  assert.equal(at(changed(made, { [`${category}.id`]: 'N' }), `${category}.percent`), '5')
  const reason = { [`${category}.id`]: 'E', [`${category}.tax_exemption_reason_code`]: 'DL8.46.3' }
  const exempt = changed(made, reason)
  assert.equal(at(exempt, `${category}.tax_exemption_reason`), 'Bare land')
  const taxed = changed(exempt, { [`${category}.id`]: 'S', [`${category}.tax_exemption_reason_code`]: '' })
  assert.equal(jsonText(taxed), jsonText(made))

  const service = 'document_lines[0].additional_item_identification'
  const served = changed(made, { [service]: '996521' })
  assert.equal(at(served, `${service}[0].scheme_id`), 'SAC')
  assert.deepEqual(valueAt(changed(served, { [service]: '' }), stepsOf(service) ?? []), [])

  const foreign = changed(made, { document_currency_code: 'USD', 'tax_exchange_rate.calculation_rate': '3.6725' })
  assert.equal(at(foreign, 'tax_exchange_rate.source_currency_code'), 'USD')
  const home = changed(foreign, { document_currency_code: 'AED', 'tax_exchange_rate.calculation_rate': '' })
  assert.equal(jsonText(home), jsonText(made))
})

test('numbers are read as people write them, and other text stays for the message', () => {
  const written = ['1500', '1,500', '1 500.50', '12,345,678.9', '١٬٥٠٠٫٢٥', '-3', '1,5', '1,50,000', 'two']
  assert.deepEqual(
    written.map((text) => String(numberFrom(text))),
    ['1500', '1,500', '1500.50', '12345678.9', '1500.25', '-3', '1.5', '1,50,000', 'two'],
  )
})

test('a message of any member of a line finds its field', () => {
  const found = (path: string) => fieldFor(path, family)?.name.replace('document_lines[3].', '')
  assert.equal(found('document_lines[3].unit_code'), 'unit_code')
  assert.equal(found('document_lines[3].classified_tax_category'), 'classified_tax_category.id')
  assert.equal(found('document_lines[3].additional_item_identification[0].id'), 'additional_item_identification')
  assert.equal(found('accounting_supplier_party.tin'), 'accounting_supplier_party.party_tax_scheme.company_id')
  assert.equal(found('payment_means'), 'payment_means[0].payment_means_code')
  assert.equal(found('delivery'), 'delivery.actual_delivery_date')
  assert.equal(found('allowances[2].amount'), 'allowances[2].amount')
  for (const other of ['document_lines[3]', 'accounting_customer_party.name', 'named'])
    assert.equal(found(other), undefined, other)
})

function changed(request: JsonValue, texts: Readonly<Record<string, string>>): JsonValue {
  const shown = formOf(request, family, [0])
  const names = fieldsOf(family, [0]).map(({ name }) => name)
  const filled = names.map((name) => [name, [texts[name] ?? shown.text(name) ?? '']] as const)
  return requestOf(request, new Form(new Map(filled)), family, [0])
}

function at(request: JsonValue, path: string): string | undefined {
  const value = valueAt(request, stepsOf(path) ?? [])
  return value === undefined ? undefined : String(value)
}

/** Undefined for what is no document. */
function familyIn(request: JsonValue): Family | undefined {
  const isSale = valueAt(request, ['accounting_customer_party']) !== undefined
  if (valueAt(request, ['document_lines']) === undefined) return undefined
  const isCredit = valueAt(request, ['credit_note_type_code']) !== undefined
  return isSale ? (isCredit ? 'sales-credit-notes' : 'sales-invoices') : isCredit ? 'purchase-credit-notes' : family
}

test('removing what is not there changes nothing', () => {
  const request = readJson('{"a":[{"b":1}]}')
  for (const steps of [['x'], ['a', 5], ['a', 0, 'c'], ['a', 0, 'b', 'c']])
    assert.equal(jsonText(withoutValue(request, steps)), jsonText(request))
})
