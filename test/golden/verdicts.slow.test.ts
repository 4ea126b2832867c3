import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readRuleFiles } from '../../src/rulebook/rule-files.ts'
import { compileSchema } from '../../src/schematron/schema.ts'
import { recordedDocuments, verdict } from '../support/rules/judged-documents.ts'

// What the rule book says about some thousand documents, right and wrong, is recorded beside this
// file, a line for each. `npm run golden` records it anew; a change must then be meant.

const recorded = new URL('rule-verdicts.txt.gz', import.meta.url)

test('every document gets the recorded verdict', () => {
  const { shared, own, gaps } = readRuleFiles()
  const schema = compileSchema([...shared, ...(own.get('self-billing') ?? []), ...gaps])
  assert.deepEqual(schema.interpreted, [])
  const told = recordedDocuments().map(({ name, root }) => `${name} | ${verdict(schema.evaluate(root))}`.trimEnd())
  if (process.env.GOLDEN === 'write') writeFileSync(recorded, gzipSync(told.join('\n'), { level: 9 }))
  const known = new Set(gunzipSync(readFileSync(recorded)).toString().split('\n'))
  const now = new Set(told)
  const differing = [...now].filter((line) => !known.has(line))
  const missing = [...known].filter((line) => !now.has(line))
  assert.deepEqual({ now: differing.slice(0, 10), recorded: missing.slice(0, 10) }, { now: [], recorded: [] })
})
