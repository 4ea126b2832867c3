import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logMessage } from './log-message.ts'

const shown = (language: 'en' | 'ar', message: string) =>
  String(logMessage(language, message)).replaceAll(/<[^>]+>/g, '')

test('in Arabic the clauses of the service are Arabic, and what others said stays', () => {
  assert.equal(
    shown('ar', 'The connection was refused; attempt 2 of 12, will retry'),
    'رُفض الاتصال؛ المحاولة \u20682\u2069 من \u206812\u2069، ستُعاد المحاولة',
  )
  assert.match(
    shown('ar', 'No status within 10 minutes of the receipt; one that comes later still counts'),
    /خلال 10 د/,
  )
  assert.match(shown('ar', 'RE: Buyer unknown (MLS 7f1)'), /^رفض: \u2068Buyer unknown\u2069/)
  assert.equal(shown('ar', 'ECONNRESET at 10.0.0.1; waiting for an operator'), 'ECONNRESET at 10.0.0.1؛ بانتظار المشغّل')
})

test('in English a message stays as the log has it', () => {
  assert.equal(shown('en', 'no answer; attempt 1 of 12, will retry'), 'no answer; attempt 1 of 12, will retry')
})
