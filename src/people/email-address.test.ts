import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailAddress } from './email-address.ts'

// One text is one mailbox: what a mail server could read as several, as a group or as a header is refused.

test('takes an address, and writes it in lower case', () => {
  for (const [written, address] of [
    ['mariam@falcon.example', 'mariam@falcon.example'],
    ['Mariam.Al-Ali+bills@Falcon.Example', 'mariam.al-ali+bills@falcon.example'],
    ["o'brien!#$%&*+-/=?^_`{|}~@a.b-c.ae", "o'brien!#$%&*+-/=?^_`{|}~@a.b-c.ae"],
    ['a@xn--mgbaam7a8h.xn--mgbaam7a8h', 'a@xn--mgbaam7a8h.xn--mgbaam7a8h'],
    [`${'a'.repeat(64)}@b.ae`, `${'a'.repeat(64)}@b.ae`],
  ] as const)
    assert.equal(emailAddress(written), address)
})

test('refuses any other text', () => {
  for (const text of [
    '',
    'a',
    '@b.ae',
    'a@',
    'a@b',
    'a@b.',
    'a@.ae',
    'a@b..ae',
    'a@-b.ae',
    'a@b-.ae',
    'a@b.1',
    '.a@b.ae',
    'a.@b.ae',
    'a..b@b.ae',
    'a@@b.ae',
    'a@b@c.ae',
    '<a@b.ae>',
    'A <a@b.ae>',
    'group:a@b.ae;',
    'group:a@b.ae,c@d.ae;',
    'a@b.ae,c@d.ae',
    'a@b.ae;c@d.ae',
    '"a"@b.ae',
    '"a b"@b.ae',
    'a(b)@b.ae',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a\\b@b.ae',
    ' a@b.ae',
    'a@b.ae ',
    'a b@b.ae',
    'a@b.ae\r\nBcc: c@d.ae',
    'a\0@b.ae',
    'a@b.ae\0',
    'a\ud800@b.ae',
    'ä@b.ae',
    'a@bücher.ae',
    'a@b.ae\u200b',
    '\u202ea@b.ae',
    // Small letters of these are ASCII.
    '\u212aa@b.ae',
    'a@\u212a.ae',
    'İ@b.ae',
    `${'a'.repeat(65)}@b.ae`,
    `a@${'b'.repeat(64)}.ae`,
    `a@${'b.'.repeat(126)}ae`,
  ])
    assert.equal(emailAddress(text), undefined, JSON.stringify(text))
})
