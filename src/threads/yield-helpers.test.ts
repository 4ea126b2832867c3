import assert from 'node:assert/strict'
import { getPriority, platform, setPriority } from 'node:os'
import { test } from 'node:test'
import { yieldHelpers } from './yield-helpers.ts'

test('the helper threads get a lower priority, and no other thread', { skip: platform() !== 'linux' }, () => {
  const lowered: number[] = []
  const count = yieldHelpers((...[id, priority]: readonly number[]) => {
    assert.equal(priority, 10)
    if (id !== undefined) lowered.push(id)
  })
  assert.ok(count > 0, 'this version of Node gives its helper threads another name')
  assert.equal(lowered.length, count)
  assert.ok(!lowered.includes(process.pid))
  const [first = 0] = lowered
  const own = getPriority()
  setPriority(first, 15)
  assert.equal(getPriority(first), 15)
  assert.equal(getPriority(), own)
})

test('a process that may not change priorities goes on', { skip: platform() !== 'linux' }, () => {
  assert.equal(
    yieldHelpers(() => {
      throw new Error('EPERM')
    }),
    0,
  )
})
