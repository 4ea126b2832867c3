import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arabic } from '../../../pint-ae/src/page/arabic.ts'
import { english } from '../../../pint-ae/src/page/english.ts'
import { operations } from '../../api/operations/index.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { formatIn } from './format.ts'
import { sayIn, sayKept } from './language.ts'
import type { Message } from './message.ts'

type Subjects = Readonly<Record<string, Readonly<Record<string, Message>>>>

function namesIn(message: Message): readonly string[] {
  const texts = typeof message === 'string' ? [message] : [message.other]
  return texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')).sort()
}

test('both languages have the same values in every sentence, and Arabic every plural', () => {
  const arabic: Subjects = ar
  const english: Subjects = en
  for (const [subject, messages] of Object.entries(english)) {
    for (const [key, message] of Object.entries(messages)) {
      const translated = arabic[subject]?.[key] ?? assert.fail(`${subject}.${key} is missing`)
      assert.deepEqual(namesIn(translated), namesIn(message), `${subject}.${key}`)
      if (typeof message === 'string') continue
      assert.deepEqual(
        Object.keys(translated).sort(),
        ['few', 'many', 'one', 'other', 'two', 'zero'],
        `${subject}.${key}`,
      )
    }
  }
})

test('counts take the plural of the language, and values keep their direction', () => {
  const inEnglish = sayIn('en')
  const inArabic = sayIn('ar')
  assert.equal(inEnglish('profiles.count', { count: 1 }), '\u20681\u2069 profile')
  assert.equal(inEnglish('profiles.count', { count: 1200 }), '\u20681,200\u2069 profiles')
  assert.deepEqual(
    [1, 2, 3, 11, 100].map((count) => inArabic('profiles.count', { count })),
    ['ملف واحد', 'ملفان', '\u20683\u2069 ملفات', '\u206811\u2069 ملفًا', '\u2068100\u2069 ملف'],
  )
})

test('every key is said in words, whatever characters it has', () => {
  for (const language of ['en', 'ar'] as const) {
    for (const [subject, messages] of Object.entries(en)) {
      for (const name of Object.keys(messages)) assert.ok(sayKept(language, `${subject}.${name}`, {}), name)
    }
  }
  assert.equal(sayIn('en')('drafts.DL8.61.1.D'), 'Goods or services returned')
})

test('the audit log has words for every change of the API', () => {
  const known: Readonly<Record<string, string>> = en.audit
  for (const { id, audits } of operations) {
    if (audits === undefined || 'not' in audits) continue
    const named = [id, `kind-${audits.target}`, ...(audits.detail ?? []).map((member) => `detail-${member}`)]
    for (const name of named) assert.ok(known[name], name)
  }
})

test('the console, a delivery and the printed page have one word for a status', () => {
  for (const [words, printed] of [
    [en, english],
    [ar, arabic],
  ] as const) {
    const { documents } = words
    assert.equal(documents.legAPPROVED, documents.APPROVED)
    assert.equal(documents.legREJECTED, documents.REJECTED)
    assert.deepEqual(printed.status, {
      APPROVED: documents.APPROVED,
      REJECTED: documents.REJECTED,
      PENDING: documents.PENDING,
      none: documents.unsent,
      VALIDATION_FAILED: printed.status.VALIDATION_FAILED,
    })
    const { VALIDATION_FAILED: failed } = documents
    assert.ok(printed.status.VALIDATION_FAILED.toLowerCase().endsWith(String(failed).toLowerCase()))
  }
})

test('lists, filters and deliveries have one word for each side', () => {
  for (const { documents, operations: deliveries } of [en, ar]) {
    assert.equal(deliveries.C3, `${documents.legC3} (C3)`)
    assert.equal(deliveries.C5, `${documents.legC5} (C5)`)
  }
})

test('a key from a browser says what we wrote or nothing', () => {
  assert.equal(sayKept('en', 'signIn.expired', {}), en.signIn.expired)
  for (const key of ['', 'x', 'signIn', 'signIn.', 'signIn.constructor', '__proto__.toString', 'toString.name']) {
    assert.equal(sayKept('ar', key, {}), undefined, key)
  }
})

test('figures have Latin digits in both languages and keep every digit', () => {
  for (const language of ['en', 'ar'] as const) {
    const format = formatIn(language)
    assert.equal(format.number(1234567), '1,234,567')
    assert.equal(
      String(format.money('12345678901234567.895', 'AED')),
      '<bdi class="figure" dir="ltr">12,345,678,901,234,567.895 AED</bdi>',
    )
    assert.equal(String(format.money(5, 'USD')), '<bdi class="figure" dir="ltr">5.00 USD</bdi>')
    assert.doesNotMatch(String(format.moment(0)) + String(format.date('2026-11-22')), /[٠-٩]/)
  }
})

test('times are Gulf Standard Time, and text that is not a time stays', () => {
  const { moment, date, ago } = formatIn('en')
  assert.equal(
    String(moment('2026-11-22T20:30:00Z')),
    '<time datetime="2026-11-22T20:30:00.000Z">23 Nov 2026, 00:30</time>',
  )
  assert.equal(String(date('2026-11-22')), '<time datetime="2026-11-22">22 Nov 2026</time>')
  assert.equal(String(moment('<b>')), '&#60;b&#62;')
  assert.match(String(ago(0, 7_300_000)), /title="1 Jan 1970, 04:00">2 hours ago</)
})

test('a length of time has its largest unit', () => {
  const { elapsed } = formatIn('en')
  assert.deepEqual([0, 350, 2_440, 90_000, 10_800_000, 172_800_000].map(elapsed), [
    '0 ms',
    '350 ms',
    '2.4 sec',
    '1.5 min',
    '3 hr',
    '2 days',
  ])
})
