import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { errorOf } from '../../../client/src/errors.ts'
import { formatIn } from '../language/format.ts'
import { sayIn } from '../language/language.ts'
import type { Visit } from '../route.ts'
import { replyTo } from './refused.ts'

// The page for an error of the API is chosen by its code. Its sentence may become any other.

const visit: Visit = {
  say: sayIn('en'),
  format: formatIn('en'),
  language: 'en',
  now: 0,
  isSandbox: true,
  address: '/console',
  returnTo: '/console',
  isForm: false,
  signedIn: undefined,
  browser: {
    origin: 'http://127.0.0.1',
    isHttps: false,
    keepsCookies: true,
    userAgent: undefined,
    cookie: () => undefined,
  },
}

function pageFor(status: number, codes: object) {
  const errors = Object.fromEntries(Object.keys(codes).map((name) => [name, 'Quite another sentence']))
  const body = JSON.stringify({ errors, error_codes: codes })
  const reply = replyTo(errorOf(status, body), visit, pino({ level: 'silent' }))
  assert.ok('title' in reply)
  return { status: reply.status, title: reply.title, text: String(reply.body) }
}

test('a service that is away and one that is busy have pages of their own', () => {
  assert.equal(pageFor(503, { message: { id: 'unavailable', values: {} } }).title, 'Not available')
  const busy = pageFor(503, { message: { id: 'lookups_busy', values: {} } })
  assert.deepEqual([busy.status, busy.title], [503, 'Not accepted'])
  assert.match(busy.text, /Quite another sentence/)
})

test('a refusal has the words of the page, by its code', () => {
  const { text } = pageFor(400, { issue_date: { id: 'must_be_date', values: { field: 'issue_date' } } })
  assert.match(text, /<code>issue_date<\/code> <bdi>Enter a date: year-month-day\./)
  assert.doesNotMatch(text, /Quite another|1 wrong/)
})
