import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBuyer, jsonOf } from '../../../test/support/requests/requests.ts'
import { partyOf } from './party-of.ts'

test('a profile is read once, two profiles with the same party keep their ids, and a changed party is read again', () => {
  const text = jsonOf(aBuyer())
  const [one, other] = [partyOf('BP-1', text), partyOf('BP-2', text)]
  assert.deepEqual({ ...one, profile_id: '' }, { ...other, profile_id: '' })
  assert.deepEqual([one.profile_id, other.profile_id], ['BP-1', 'BP-2'])
  assert.equal(partyOf('BP-1', text), one)
  const changed = partyOf('BP-1', jsonOf({ ...aBuyer(), name: 'Another name' }))
  assert.deepEqual(changed, { ...one, name: 'Another name' })
})

test('a stored party that is not valid is a mistake of ours', () => {
  assert.throws(() => partyOf('BP-1', '{}'), /BP-1 is stored but not valid/)
})
