import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventSentences } from './timeline.ts'

const source = join(import.meta.dirname, '../../..')

test('every event of the log has words on the page of its document', () => {
  const files = globSync('{store/log,store/legs,exchange}/**/*.ts', { cwd: source })
  const text = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  const names = text.matchAll(/event: '([A-Z0-9_]+)'|'((?:REPORT|MLS|SUBMITTED|RECEIPT|TRANSMISSION)_[A-Z0-9_]+)'/g)
  const stems = new Set(Array.from(names, ([, one, other]) => String(one ?? other).replace(/_(C[35])?$/, '')))
  assert.ok(stems.size > 8 && stems.has('REPORT_WITHDRAWN'), [...stems].join())
  // An answer has a sentence of its own for each meaning.
  stems.delete('MLS_RECEIVED_FROM')
  assert.deepEqual(
    [...stems].filter((stem) => !eventSentences.has(stem)),
    [],
  )
})
