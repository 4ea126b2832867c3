import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { FaultRow } from '../../pint-ae/src/messages/texts.ts'
import { Fault, faults } from '../../src/api/faults.ts'

// docs/errors.md names the member of an answer that each message of a whole request stands under. A
// program that looks under another one never sees the code.

const root = new URL('../../', import.meta.url)
const rows: readonly (readonly [id: string, row: FaultRow])[] = Object.entries(faults)
const sources = globSync('{src,pint-ae/src}/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
const texts = sources.map((path) => readFileSync(new URL(path, root), 'utf8'))
const foundIn = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, id = '']) => id))

test('the table of docs/errors.md has the member of each message', () => {
  const document = readFileSync(new URL('docs/errors.md', root), 'utf8')
  for (const [id, { status, under = 'message', isOfFieldToo }] of rows) {
    const cell = isOfFieldToo === true ? `\`${under}\`, or the path of the field` : `\`${under}\``
    assert.ok(document.includes(`\n| \`${id}\` | ${status} | ${cell} | `), id)
  }
})

test('an error has its message under the member of its row', () => {
  const named = rows.filter(([, { under }]) => under !== undefined)
  assert.ok(named.length >= 4)
  assert.deepEqual([...(new Fault('document_not_creditable').fields?.keys() ?? [])], ['document_status'])
  const kept = new Fault('document_number_taken', { number: '1', kind: 'invoice', id: 'x' }).fields
  assert.deepEqual([...(kept?.keys() ?? [])], ['document_number'])
})

test('a message that is of fields too says so in its row', () => {
  const ofFields = new Set(foundIn(/\bmessage\(\s*'(\w+)'/g).filter((id) => !isPart.has(id)))
  const expected = rows.flatMap(([id]) => (ofFields.has(id) ? [id] : []))
  const said = rows.flatMap(([id, { isOfFieldToo }]) => (isOfFieldToo === true ? [id] : []))
  assert.ok(said.length > 0)
  assert.deepEqual(said, expected)
})

/** The kind of a refusal, and a reason within another message. */
const isPart: ReadonlySet<string> = new Set(['document_invalid', 'content_removed'])

test('no error chooses its member where it is thrown, but those about several fields', () => {
  const chosen = foundIn(/new Fault\(\s*'(\w+)',(?:[^()]|\([^()]*\))*?new Map\(/g)
  assert.deepEqual([...new Set(chosen)], ['json_unreadable'])
})
