import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arabic } from '../../../pint-ae/src/page/arabic.ts'
import { english } from '../../../pint-ae/src/page/english.ts'
import { operations } from '../../features/index.ts'
import { documentWords } from '../pages/documents/document-words.ts'
import { draftWords } from '../pages/drafts/draft-words.ts'
import { operationsWords } from '../pages/operations/operations-words.ts'
import { profileWords } from '../pages/settings/profile-words.ts'
import { signInWords } from '../pages/sign-in/sign-in-words.ts'
import { formatIn } from './format.ts'
import { languages, sayIn } from './language.ts'
import { allSentences, sentenceOf, type Wording, words } from './words.ts'
// All pages, and with them the words of each; features/index.ts has those of features.
import '../pages/routes.ts'

function formsOf(wording: Wording): readonly string[] {
  return typeof wording === 'string' ? [wording] : Object.values(wording)
}

/** A form for one or two may name the number in a word. */
function namesIn(wording: Wording): readonly string[] {
  const text = typeof wording === 'string' ? wording : wording.other
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
}

test('both languages have the same values in every sentence', () => {
  assert.ok(allSentences().length > 1000, String(allSentences().length))
  for (const { key, en, ar } of allSentences()) {
    assert.deepEqual(namesIn(ar), namesIn(en), key)
    for (const form of [...formsOf(en), ...formsOf(ar)]) {
      for (const name of namesIn(form)) assert.ok(namesIn(en).includes(name), `${key}: ${form}`)
    }
  }
})

test('every sentence has a text in its language', () => {
  const inBoth = ['shell.product', 'settings.arabic', 'settings.english']
  for (const { key, en, ar } of allSentences()) {
    for (const form of formsOf(en)) {
      assert.equal(form, form.trim(), key)
      assert.notEqual(form, '', key)
      if (!inBoth.includes(key)) assert.doesNotMatch(form, /\p{Script=Arabic}/u, key)
    }
    for (const form of formsOf(ar)) {
      assert.equal(form, form.trim(), key)
      const letters = form.replaceAll(/\{\w+\}/g, '')
      if (/\p{L}/u.test(letters) && !inBoth.includes(key)) assert.match(letters, /\p{Script=Arabic}/u, key)
    }
  }
})

test('a key is given once', () => {
  assert.throws(() => words('signIn', { title: { en: 'Enter', ar: 'دخول' } }), /two sentences .* signIn\.title/)
})

test('counts take the plural of the language, and values keep their direction', () => {
  const inEnglish = sayIn('en')
  const inArabic = sayIn('ar')
  assert.equal(inEnglish(profileWords.count, { count: 1 }), '\u20681\u2069 profile')
  assert.equal(inEnglish(profileWords.count, { count: 1200 }), '\u20681,200\u2069 profiles')
  assert.deepEqual(
    [1, 2, 3, 11, 100].map((count) => inArabic(profileWords.count, { count })),
    ['ملف واحد', 'ملفان', '\u20683\u2069 ملفات', '\u206811\u2069 ملفًا', '\u2068100\u2069 ملف'],
  )
})

test('a sentence is found by its key, whatever characters its name has', () => {
  for (const { key, en } of allSentences()) assert.equal(sentenceOf(key)?.en, en)
  assert.equal(sayIn('en')(draftWords['DL8.61.1.D']), 'Goods or services returned')
})

test('the audit log has words for every change of the API', () => {
  for (const { id, audits } of operations) {
    if (audits === undefined || 'not' in audits) continue
    const named = [
      id,
      `kind-${audits.target}`,
      ...[...(audits.detail ?? []), ...(audits.answered ?? [])].map((member) => `detail-${member}`),
    ]
    for (const name of named) assert.ok(sentenceOf(`audit.${name}`), name)
  }
})

test('the console, a delivery and the printed page have one word for a status', () => {
  for (const [language, printed] of [
    ['en', english],
    ['ar', arabic],
  ] as const) {
    const say = sayIn(language)
    assert.equal(say(documentWords.legAPPROVED), say(documentWords.APPROVED))
    assert.equal(say(documentWords.legREJECTED), say(documentWords.REJECTED))
    assert.deepEqual(printed.status, {
      APPROVED: say(documentWords.APPROVED),
      REJECTED: say(documentWords.REJECTED),
      PENDING: say(documentWords.PENDING),
      none: say(documentWords.unsent),
      VALIDATION_FAILED: printed.status.VALIDATION_FAILED,
    })
    const failed = say(documentWords.VALIDATION_FAILED)
    assert.ok(printed.status.VALIDATION_FAILED.toLowerCase().endsWith(failed.toLowerCase()))
  }
})

test('lists, filters and deliveries have one word for each side', () => {
  for (const say of languages.map(sayIn)) {
    assert.equal(say(operationsWords.C3), `${say(documentWords.legC3)} (C3)`)
    assert.equal(say(operationsWords.C5), `${say(documentWords.legC5)} (C5)`)
  }
})

test('a key from a browser says what we wrote or nothing', () => {
  assert.equal(sentenceOf('signIn.expired')?.en, signInWords.expired.en)
  for (const key of ['', 'x', 'signIn', 'signIn.', 'signIn.constructor', '__proto__.toString', 'toString.name']) {
    assert.equal(sentenceOf(key), undefined, key)
  }
})

test('figures have Latin digits in both languages and keep every digit', () => {
  for (const language of languages) {
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
