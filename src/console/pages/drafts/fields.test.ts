import assert from 'node:assert/strict'
import { test } from 'node:test'
import { families, isPurchase } from '../documents/family.ts'
import { partyFields } from './fields.ts'

test('the telephone is required of a supplier, and not of a customer', () => {
  for (const family of families) {
    const telephone = partyFields(family).find(({ name }) => name.endsWith('.telephone'))
    assert.equal(telephone?.isRequired, isPurchase(family), family)
  }
})
