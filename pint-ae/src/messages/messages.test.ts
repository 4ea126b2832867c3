import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MessageId, message, withCommas } from './message.ts'
import { messages } from './messages.ts'
import { creditMessages } from './table/credit.ts'
import { documentMessages } from './table/documents.ts'
import { faultMessages } from './table/faults.ts'
import { fieldMessages } from './table/fields.ts'
import { fileMessages } from './table/files.ts'
import { jsonMessages } from './table/json.ts'
import { lookupMessages } from './table/lookups.ts'
import { requestMessages } from './table/requests.ts'
import { warningMessages } from './table/warnings.ts'
import { inArabic, inEnglish } from './text-of.ts'
import type { Texts } from './texts.ts'

// Every message of the API, in both languages.

const rows: readonly (readonly [string, Texts])[] = Object.entries(messages)
const parts = [
  faultMessages,
  fieldMessages,
  jsonMessages,
  documentMessages,
  creditMessages,
  requestMessages,
  lookupMessages,
  fileMessages,
  warningMessages,
]

test('no id is in two parts of the table', () => {
  assert.ok(rows.length > 200, String(rows.length))
  assert.equal(
    rows.length,
    parts.reduce((count, part) => count + Object.keys(part).length, 0),
  )
})

test('both languages of a message have the same values', () => {
  const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
  for (const [id, { en, ar }] of rows) assert.deepEqual(namesIn(ar), namesIn(en), id)
})

test('every message has a sentence in its language', () => {
  for (const [id, { en, ar }] of rows) {
    const [english, arabic] = [en, ar].map((text) => text.replaceAll(/\{\w+\}/g, ''))
    assert.ok(en.trim() === en && ar.trim() === ar && en !== '' && ar !== '', id)
    assert.doesNotMatch(en, /\p{Script=Arabic}/u, id)
    if (/[A-Za-z]/.test(english ?? '')) assert.match(arabic ?? '', /\p{Script=Arabic}/u, id)
    assert.doesNotMatch(ar, /\.$/, `${id}: English has no full stop at the end either`)
    assert.doesNotMatch(ar, /[\u0660-\u0669\u06f0-\u06f9]/, `${id}: figures are written 0 to 9`)
  }
})

test('in Arabic every Latin name and code is isolated from the direction of the sentence', () => {
  for (const [id, { ar }] of rows) {
    const outside = ar.replaceAll(/`[^`]+`|\{\w+\}/g, '')
    assert.doesNotMatch(ar, /`[^`]*\{\w+\}[^`]*`/, `${id}: a value between backticks is never filled in`)
    assert.doesNotMatch(outside, /[A-Za-z`_]/, `${id}: ${ar}`)
    assert.doesNotMatch(ar, /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/, `${id} has marks of its own`)
  }
})

test('the English of the contract stays word for word', () => {
  const expected: readonly (readonly [MessageId, Readonly<Record<string, string>>, string])[] = [
    ['mandatory', { field: 'profile_execution_id' }, 'Profile execution ID is mandatory'],
    ['mandatory', { field: 'issue_date' }, 'Issue date is mandatory'],
    ['profile_not_found', { id: 'BP-1' }, 'Business profile not found with id: BP-1'],
    ['unauthenticated', {}, 'Authentication required or invalid token'],
    ['payload_too_large', {}, 'Payload size should not exceed 8MB'],
    ['internal', {}, 'An error occurred'],
    ['scope_missing', {}, 'Not authorized to perform this operation'],
    ['rate_exceeded', {}, 'API rate limit exceeded'],
  ]
  for (const [id, values, text] of expected) assert.equal(inEnglish({ id, values }), text)
})

test('values keep their direction, whatever they hold', () => {
  const sent = message('document_not_found', { kind: { en: 'Purchase invoice', ar: 'فاتورة مشتريات' }, id: '{id} $1-' })
  assert.equal(inEnglish(sent), 'Purchase invoice not found with id: {id} $1-')
  assert.equal(inArabic(sent), 'تعذّر العثور على فاتورة مشتريات بالمعرّف: \u2068{id} $1-\u2069')
})

test('English names a member by its title, Arabic by its name', () => {
  const missing = message('mandatory', { field: 'issue_date' })
  assert.equal(inEnglish(missing), 'Issue date is mandatory')
  assert.equal(inArabic(missing), 'الحقل \u2068issue_date\u2069 إلزامي')
})

test('a message inside another has its language, and lists have its signs', () => {
  const nested = message('in_business_profile', { reason: message('mandatory_for_uae_supplier', { field: 'tin' }) })
  assert.equal(inEnglish(nested), 'TIN is mandatory for UAE suppliers (it comes from the business profile)')
  assert.equal(
    inArabic(nested),
    'الحقل \u2068tin\u2069 إلزامي للموردين في دولة الإمارات (مصدر هذا الحقل بيانات المنشأة)',
  )
  const listed = message('version_unknown', { versions: withCommas(['20260101', '20260507']) })
  assert.equal(inEnglish(listed), 'X-API-VERSION must be one of 20260101, 20260507')
  assert.ok(inArabic(listed).endsWith('\u206820260101\u2069، \u206820260507\u2069'))
  const alternatives = { items: ['A', 'B', 'C'], between: 'or' } as const
  const oneOf = message('must_be_one_of', { field: 'id', codes: alternatives })
  assert.equal(inEnglish(oneOf), 'ID must be one of A, B or C')
  assert.ok(inArabic(oneOf).endsWith('\u2068A\u2069 أو \u2068B\u2069 أو \u2068C\u2069'))
})
