import assert from 'node:assert/strict'
import { test } from 'node:test'
import { families, requests } from '@selfbill/pint-ae/document'
import { codeOfWords, codeWithMeaning } from '../../../document-files/code-meanings.ts'
import { Columns } from '../../../document-files/csv-columns.ts'
import type { Family } from '../documents/family.ts'
import { documentFields, type FormField, lineFields, partyFields, paymentFields, serviceCode } from './fields.ts'
import { documentSections, lineSection } from './sections/sections.ts'

test('a column may have the label of its field in the form, in both languages', () => {
  let compared = 0
  for (const family of families) {
    const labels = labelsOf(family)
    for (const { path, name, language } of labels) {
      if (columnOf(path, family) === undefined) {
        // A flag is a character of another member, and no column.
        assert.match(path, /^profile_execution_id\[/)
        continue
      }
      assert.equal(columnOf(name, family), path, `${language} ${name}`)
      compared += 1
    }
  }
  assert.ok(compared > 1_000, String(compared))
})

test('a cell may have the words of a choice in the form, and a code with its words', () => {
  let compared = 0
  const lists = { count: () => 1, text: () => undefined }
  for (const family of families) {
    const sections = [...documentSections(family, lists), lineSection(lists, 0)].flatMap(({ fields }) => fields)
    for (const { name, choices } of [...documentFields(family), ...lineFields(0), ...paymentFields, ...sections]) {
      for (const [code, label] of choices ?? []) {
        if (code === '' || label === undefined || !wordy.test(name)) continue
        for (const words of [label.en, label.ar])
          assert.equal(codeOfWords(name, String(words)), code, `${name} ${words}`)
        const { en, ar } = codeWithMeaning(name, code)
        for (const both of [en, ar]) assert.equal(codeOfWords(name, both), code, both)
        compared += 1
      }
    }
  }
  assert.ok(compared > 50, String(compared))
  const category = 'line.classified_tax_category.id'
  assert.deepEqual(
    ['S', 'standard', 'E (zero rate)', 'Cash'].map((text) => codeOfWords(category, text)),
    [undefined, undefined, undefined, undefined],
    'nothing is guessed',
  )
})

/** The columns whose codes have words. Emirates and types of documents have none in a table. */
const wordy = /(?:payment_means_code|tax_category\.id|commodity_code|discrepancy_response|reason_code|nature_code)$/

interface Label {
  readonly path: string
  readonly name: string
  readonly language: 'en' | 'ar'
}

/** A label that a reader of the form knows by its part has the name of that part in front. */
function labelsOf(family: Family): readonly Label[] {
  const lists = { count: () => 1, text: () => undefined }
  const [ofDocument, ofLine] = [
    [
      ...documentFields(family),
      ...partyFields(family),
      ...partyFields(family, true),
      ...paymentFields,
      ...documentSections(family, lists).flatMap(({ fields }) => fields),
    ],
    [...lineFields(0), ...lineSection(lists, 0).fields],
  ]
  const known = new Set(ofDocument.filter(({ group }) => group === undefined).map(({ label }) => label.en))
  return (['en', 'ar'] as const).flatMap((language) => [
    ...ofDocument.map((field) => labelOf(field, language, false)),
    ...ofLine.map((field) => labelOf(field, language, field.group !== undefined || known.has(field.label.en))),
  ])
}

function labelOf({ name, label, group }: FormField, language: Label['language'], isWithLine: boolean): Label {
  const path = name.replace(/^document_lines\[0\]/, 'line')
  const say: Parameters<NonNullable<FormField['group']>['title']>[0] = (sentence, ...[values = {}]) =>
    String(sentence[language]).replaceAll(/\{(\w+)\}/g, (_, value) => String(Object(values)[value]))
  const parts = [
    ...(isWithLine ? [language === 'en' ? 'Line' : 'البند'] : []),
    ...(group === undefined ? [] : [group.title(say)]),
    say(label),
  ]
  return { path: path.endsWith(serviceCode) ? `${path}[0].id` : path, name: parts.join(': '), language }
}

function columnOf(heading: string, family: Family): string | undefined {
  try {
    return new Columns(['document', heading], { row: 1, line: 1 }, requests[family]).all.at(-1)?.name
  } catch {
    return undefined
  }
}
