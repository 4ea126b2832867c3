import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { suite, test } from 'node:test'
import { blockOf, placeOf } from './blocks.ts'
import { notHere } from './not-here.ts'

// What no test runs is at least what a shell reads: quotes and continued lines are right.

suite('the shell reads every block that is not run', () => {
  for (const [page, entries] of Object.entries(notHere))
    for (const beginning of Object.keys(entries)) {
      const block = blockOf(page, beginning)
      test(placeOf(block), () => {
        const { status, stderr } = spawnSync('bash', ['-n'], { input: block.text, encoding: 'utf8' })
        assert.equal(status, 0, stderr)
      })
    }
})
