import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { declaredAnswers, operationsPage } from '../../scripts/operations-page.ts'

// docs/operations.md is written from a run of the tests. This test finds an outdated list without
// such a run.

test('docs/operations.md lists every operation, and a test has received every answer it declares', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  assert.equal(page, operationsPage(new Set(declaredAnswers())), 'test the new answer, then: npm run operations')
})
