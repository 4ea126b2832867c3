import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from './faults.ts'

test('a fault has no stack, and errors after it have theirs', () => {
  assert.doesNotMatch(new Fault('rate_exceeded').stack ?? '', /\n\s+at /)
  assert.match(new Error('later').stack ?? '', /\n\s+at /)
})

test('a fault whose text cannot be made leaves later errors their stacks', () => {
  const unknown = 'no_such_code' as 'rate_exceeded'
  assert.throws(() => new Fault(unknown))
  assert.match(new Error('later').stack ?? '', /\n\s+at /)
})
