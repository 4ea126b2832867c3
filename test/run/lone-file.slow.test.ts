import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { pathOf } from './tiers.ts'

test('a file that shares a service ends by itself when it runs alone', async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  // Without an end the timeout kills the process, and the promise rejects.
  const { stdout } = await promisify(execFile)(process.execPath, [pathOf('test/conformance/versions.full.test.ts')], {
    env: { ...env, TEST_TIER: 'quick' },
    timeout: 300_000,
  })
  assert.match(stdout, /fail 0/)
})
