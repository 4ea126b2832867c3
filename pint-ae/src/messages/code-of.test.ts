import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeOf } from './code-of.ts'
import { listed, message, withCommas } from './message.ts'
import { messages } from './messages.ts'
import { inArabic, inEnglish } from './text-of.ts'
import type { MessageRow } from './texts.ts'

// Messages as programs read them: the id and the values of the sentence.

const rows: readonly (readonly [string, MessageRow])[] = Object.entries(messages)

test('a code has the id and the values of its sentence, the field by its own name', () => {
  const code = codeOf(message('must_be_whole_number', { field: 'issue_date', least: 1, most: 10 }))
  assert.deepEqual(code, { id: 'must_be_whole_number', values: { field: 'issue_date', least: 1, most: 10 } })
})

test('texts are as English shows them, and lists have commas', () => {
  const kind = { en: 'purchase invoice', ar: 'فاتورة مشتريات' }
  const taken = codeOf(message('document_number_taken', { number: 'A-1', kind, id: '7' }))
  assert.deepEqual(taken.values, { number: 'A-1', kind: 'purchase invoice', id: '7' })
  const oneOf = codeOf(message('must_be_one_of', { field: 'a', codes: listed(['A', 'B', 'C'], 'or') }))
  assert.deepEqual(oneOf.values, { field: 'a', codes: 'A, B, C' })
})

test('a message within a sentence has its id and values beside it; what is only a wrapper has none of its own', () => {
  const inner = message('too_long', { field: 'name', max: 200 })
  assert.deepEqual(codeOf(message('in_business_profile', { reason: inner })), {
    id: 'in_business_profile',
    values: {
      reason: 'Name must be at most 200 characters long',
      reason_id: 'too_long',
      field: 'name',
      max: 200,
    },
  })
  const row = codeOf(message('file_row', { row: 7, reason: message('csv_differs', differing) }))
  assert.deepEqual([row.values.row, row.values.reason_id, row.values.column], [7, 'csv_differs', 'note'])
  assert.deepEqual(codeOf(message('parameter_invalid', { reason: inner })), codeOf(inner))
  const json = message('not_json', { problem: message('json_ends_early'), line: 1, column: 2 })
  assert.deepEqual(codeOf(message('json_unreadable', { reason: json })), {
    id: 'not_json',
    values: { problem: 'the text ends too early', problem_id: 'json_ends_early', line: 1, column: 2 },
  })
})

const differing = { column: 'note', value: 'a', other_value: 'b', row: 3 }

test('a long value is cut at 100 characters, never within a character', () => {
  const idsListed = codeOf(message('must_be_one_of', { field: 'a', codes: withCommas(rows.map(([id]) => id)) }))
  assert.equal(String(idsListed.values.codes).length, 100)
  assert.ok(String(idsListed.values.codes).endsWith('…'))
  for (const length of [98, 99, 100, 101]) {
    const { name = '' } = codeOf(message('unknown_field', { name: `${'a'.repeat(length)}😀` })).values
    assert.ok(String(name).length <= 100 && String(name).isWellFormed(), String(length))
  }
})

test('no card number is in a value or a sentence, whatever was sent as one; ids of ours stay', () => {
  for (const name of ['4111111111111111', '4111 1111 1111 1111', 'note-4111-1111-1111-1111', '٤١١١١١١١١١١١١١١١']) {
    const sent = message('unknown_field', { name })
    for (const shown of [JSON.stringify(codeOf(sent)), inEnglish(sent), inArabic(sent)]) {
      assert.ok(!shown.includes(name), shown)
    }
  }
  const id = '01900000-4111-7111-9111-411111111111'
  assert.deepEqual(codeOf(message('user_not_found', { id })).values, { id })
})

/**
 * The promise of docs/versions.md: an id that is out stays, and so do its values. Add a new one here
 * in the order of the alphabet; never take one out or rename it.
 */
test('every promised id is there with its values, and every new one is promised', () => {
  const promised = readFileSync(new URL('promised-codes.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const current = rows.map(([id, { en, unsaid = [] }]) => {
    const said = [...en.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    return [id, ...new Set([...said, ...unsaid].toSorted())].join(' ')
  })
  assert.deepEqual(
    promised.filter((line) => !current.includes(line)),
    [],
    'an id or a value of it was removed or renamed: programs decide by it',
  )
  assert.deepEqual(current.toSorted(), promised)
})

test('ids and values are words with underscores', () => {
  for (const [id, { en, unsaid = [] }] of rows) {
    assert.match(id, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
    assert.ok(id.length <= 50, id)
    for (const [, name = ''] of en.matchAll(/\{(\w+)\}/g)) assert.match(name, /^[a-z]+(_[a-z]+)*$/, id)
    for (const name of unsaid) assert.ok(!en.includes(`{${name}}`), id)
  }
})
