import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { compileSchema } from '@selfbill/schematron/engine'
import { recordedDocuments, verdict } from '../support/rules/judged-documents.ts'

// The recorded verdicts of the rule book on some thousand right and wrong documents, a line each,
// stand beside this file. `npm run golden` records them again; review the change.

const recorded = new URL('rule-verdicts.txt.gz', import.meta.url)

test('every document gets the recorded verdict', () => {
  const { shared, own, gaps } = readOurRuleFiles()
  const schema = compileSchema([...shared, ...(own.get('self-billing') ?? []), ...gaps])
  assert.deepEqual(schema.interpreted, [])
  const verdicts = recordedDocuments().map(({ name, root }) => `${name} | ${verdict(schema.evaluate(root))}`.trimEnd())
  if (process.env.GOLDEN === 'write') writeFileSync(recorded, gzipSync(verdicts.join('\n'), { level: 9 }))
  const known = new Set(gunzipSync(readFileSync(recorded)).toString().split('\n'))
  const now = new Set(verdicts)
  const differing = [...now].filter((line) => !known.has(line))
  const missing = [...known].filter((line) => !now.has(line))
  assert.deepEqual({ now: differing.slice(0, 10), recorded: missing.slice(0, 10) }, { now: [], recorded: [] })
})
