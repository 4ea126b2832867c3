import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Family, families, requests } from '@selfbill/pint-ae/document'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { TSchema } from 'typebox'
import { fieldsOf } from '../fields.ts'
import { documentSections, lineSection, listsIn } from './sections.ts'

// Every member of a request can be entered in the form, or stands here with the reason why not.

/** Ends of paths. */
const withoutField: Readonly<Record<string, string>> = {
  invoice_type_code: 'one value for a purchase; the form writes it',
  credit_note_type_code: 'one value for a purchase; the form writes it',
  profile_execution_id: 'a check box for each of its flags',
  tax_currency_code: 'follows from the currency',
  'tax_exchange_rate.source_currency_code': 'follows from the currency',
  'tax_exchange_rate.target_currency_code': 'always AED',
  'tax_category.tax_exemption_reason': 'the name of its code',
  'classified_tax_category.tax_exemption_reason': 'the name of its code',
  'tax_category.tax_scheme': 'always VAT, and the API writes it',
  'classified_tax_category.tax_scheme': 'always VAT',
  'party_tax_scheme.tax_scheme': 'always VAT',
  'expected_totals.payable_amount': 'for programs that computed the document themselves',
  'expected_totals.tax_amount': 'for programs that computed the document themselves',
  'expected_totals.lines[].net_amount': 'for programs that computed the document themselves',
  'expected_totals.lines[].tax_amount': 'for programs that computed the document themselves',
  'attachments[].file_name': 'chosen as a file',
  'attachments[].file_type': 'chosen as a file',
  'attachments[].file_content': 'chosen as a file',
  'document_lines[].allowances[].tax_category.id': 'offered; must be that of the line',
}

for (const family of families) {
  test(`${family}: every member has a field`, () => {
    const known = new Set(namesIn(family))
    const members = leavesOf(requests[family])
    assert.ok(members.length > 150, String(members.length))
    const missing = members.filter(
      (path) => !known.has(path) && !Object.keys(withoutField).some((end) => path === end || path.endsWith(`.${end}`)),
    )
    assert.deepEqual(missing, [])
  })

  test(`${family}: every field is a member`, () => {
    const members = new Set(leavesOf(requests[family]))
    const unknown = namesIn(family).filter((name) => !members.has(name))
    assert.deepEqual(unknown, ['profile_execution_id[]', 'document_lines[].additional_item_identification'])
  })
}

test('no name stands twice in a form', () => {
  const lists = listsIn(new Map<string, JsonValue>())
  for (const family of families) {
    const sections = [...documentSections(family, lists), lineSection(lists, 0)]
    const names = fieldsOf(
      family,
      [0],
      sections.flatMap(({ fields }) => fields),
    ).map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)])
  }
})

function namesIn(family: Family): readonly string[] {
  const lists = listsIn(new Map<string, JsonValue>())
  const sections = [...documentSections(family, lists), lineSection(lists, 0)]
  const more = sections.flatMap(({ fields }) => fields)
  return [...new Set(fieldsOf(family, [0], more).map(({ name }) => name.replaceAll(/\[\d+\]/g, '[]')))]
}

/** The members that hold a value: `document_lines[].price.base_amount`. */
function leavesOf(schema: TSchema, path = ''): readonly string[] {
  const { properties, items }: { properties?: Record<string, TSchema>; items?: TSchema } = schema
  if (items !== undefined) return leavesOf(items, `${path}[]`)
  if (properties === undefined) return [path]
  return Object.entries(properties).flatMap(([name, member]) =>
    leavesOf(member, path === '' ? name : `${path}.${name}`),
  )
}
