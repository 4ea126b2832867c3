import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages, sayIn } from '../../language/language.ts'
import { families, isPurchase } from '../documents/family.ts'
import { fieldHelp } from './field-help.ts'
import { fieldsOf, partyFields } from './fields.ts'

test('the telephone is required of a supplier, and not of a customer', () => {
  for (const family of families) {
    const telephone = partyFields(family).find(({ name }) => name.endsWith('.telephone'))
    assert.equal(telephone?.isRequired, isPurchase(family), family)
  }
})

test('every field of the form is explained, in the language of the page', () => {
  for (const family of families) {
    for (const language of languages) {
      const fields = fieldsOf(family, [0])
      const help = String(fieldHelp({ say: sayIn(language), language }, family, fields))
      for (const { label } of fields) assert.ok(help.includes(`<b>${sayIn(language)(label)}</b> `), label.key)
      assert.match(help, language === 'en' ? /How many units .*\(IBT-129\)/ : /عدد الوحدات .*\(IBT-129\)/)
    }
  }
})
