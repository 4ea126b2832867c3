import assert from 'node:assert/strict'
import { platform } from 'node:os'
import { test } from 'node:test'
import { yieldProcessor } from './yield-processor.ts'

test('a thread whose priority may not change goes on', { skip: platform() !== 'linux' }, () => {
  const asked: unknown[] = []
  yieldProcessor((...args: readonly unknown[]) => {
    asked.push(args)
    throw new Error('EPERM')
  })
  assert.deepEqual(asked, [[0, 15]])
})
