import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { literalsIn } from '../../../test/support/source-literals.ts'
import { troubleWords } from '../../../test/support/trouble-words.ts'
import { openRulebook } from '../../rules/open-rulebook.ts'
import { successMessages } from './success-messages.ts'

const src = new URL('../../', import.meta.url).pathname
const literalsOf = (path: string) => literalsIn(readFileSync(join(src, path), 'utf8')).map(({ text }) => text)

test('no message of success contains a word of trouble', () => {
  const texts = literalsOf('store/log/success-messages.ts')
  assert.ok(texts.length > Object.keys(successMessages).length)
  assert.deepEqual(
    texts.filter((text) => troubleWords.test(text)),
    [],
  )
})

test('no text of a warning contains one: a document with warnings is sent', async () => {
  const rulebook = await openRulebook({ gaps: true })
  const warnings = (['self-billing', 'billing', 'tdd'] as const).flatMap((set) =>
    rulebook.rules(set).filter(({ flag }) => flag === 'warning'),
  )
  assert.ok(warnings.length > 10)
  assert.deepEqual(
    warnings.filter(({ id, text }) => troubleWords.test(`${id} ${text}`)).map(({ id, text }) => `${id}: ${text}`),
    [],
  )
})

/** Events outside the successful path: their messages say what went wrong, in any words. */
const trouble = [
  'DOCUMENT_REJECTED',
  'VALIDATION_FAILED',
  'TRANSMISSION_RETRY',
  'TRANSMISSION_FAILED',
  'MLS_REFUSED',
  'REPORT_RESUBMITTED',
  'REPORT_WITHDRAWN',
  'REPORT_WITHDRAWAL_DROPPED',
]

test('every event of the log is a success with a message in the table, or trouble', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /^(store|exchange|api\/documents)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
  )
  const named = files.flatMap((path) => literalsOf(path).flatMap((text) => text.match(eventNames) ?? []))
  const events = new Set(named.map((name) => name.replace(/_(C[35]|§)?$/, '')))
  const known = [...Object.keys(successMessages), ...trouble]
  assert.deepEqual(
    [...events].filter((event) => !known.includes(event) && event !== 'DOCUMENT'),
    [],
  )
  // SQL builds the names DOCUMENT_APPROVED and DOCUMENT_REJECTED.
  assert.deepEqual(
    known.filter((event) => !events.has(event) && !/^DOCUMENT_(APPROVED|REJECTED)$/.test(event)),
    [],
  )
})

const eventNames = /(?<![A-Z_])(?:DOCUMENT|VALIDATION|SUBMITTED|RECEIPT|TRANSMISSION|MLS|REPORT)_(?:[A-Z0-9]+_?)*§?/g
