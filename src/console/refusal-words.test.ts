import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf, SelfbillError } from '../../client/src/errors.ts'
import { codeOf } from '../../pint-ae/src/messages/code-of.ts'
import { type MessageId, message, withCommas } from '../../pint-ae/src/messages/message.ts'
import { messages } from '../../pint-ae/src/messages/messages.ts'
import { inArabic, inEnglish } from '../../pint-ae/src/messages/text-of.ts'
import { attempt } from './attempt.ts'
import { languages, sayIn } from './language/language.ts'
import { wordsById } from './refusal-words.ts'

// Every message of the API by its id, in both languages: the console and the client say each in
// words. The sentence decides nothing; only the id and its values do.

const ids = Object.keys(messages).filter((id): id is MessageId => Object.hasOwn(messages, id))

test('console and client say every message in words, in both languages', async () => {
  for (const id of ids) {
    const sent = { id, values: Object.fromEntries(namesIn(messages[id].en).map((name) => [name, 7])) }
    const { id: known } = codeOf(sent)
    const own = Object.entries(wordsById).find(([name]) => name === known)?.[1]
    for (const language of languages) {
      const [english, arabic] = [inEnglish(sent), inArabic(sent)]
      const answer = refusedWith({ english, arabic: language === 'ar' ? arabic : undefined, code: codeOf(sent) })
      assert.deepEqual(answer.codes, { note: codeOf(sent) }, id)
      assert.equal(answer.fields.note, english, id)
      const { fields, message } = await wordedIn(language, answer)
      const asSaid = language === 'ar' ? arabic : english
      if (own === undefined) assert.equal(fields.note, asSaid, `${id} has no words of its own`)
      else assert.notEqual(fields.note, asSaid, `${id} has words of its own`)
      assert.equal(message, fields.note, `${id}: a refusal of fields alone has their words`)
      assert.doesNotMatch(fields.note ?? '', /\{\w+\}|undefined/, id)
      if (language === 'ar' && /[A-Za-z]{2}/.test(english)) assert.match(fields.note ?? '', /\p{Script=Arabic}/u, id)
    }
  }
})

test('another wording of the API changes nothing of what the console says', async () => {
  for (const id of ids.filter((one) => one in wordsById)) {
    const sent = { id, values: Object.fromEntries(namesIn(messages[id].en).map((name) => [name, 7])) }
    for (const language of languages) {
      const said = await wordedIn(language, refusedWith({ english: inEnglish(sent), code: codeOf(sent) }))
      const reworded = await wordedIn(language, refusedWith({ english: 'Quite another text', code: codeOf(sent) }))
      assert.equal(reworded.fields.note, said.fields.note, id)
    }
  }
})

test('an answer without codes, and a list that its code has cut, are shown as the API says them', async () => {
  const old = await wordedIn('ar', refusedWith({ english: 'Note must be a number', arabic: 'رقم' }))
  assert.deepEqual([old.fields.note, old.message], ['رقم', 'رقم'])
  const long = message('must_be_one_of', { field: 'note', codes: withCommas(ids) })
  const cut = await wordedIn('en', refusedWith({ english: inEnglish(long), code: codeOf(long) }))
  assert.equal(cut.fields.note, inEnglish(long))
})

test('the message of a request with refused fields is its own, where it has one', async () => {
  const body = {
    errors: { note: 'Note must be a number', message: 'More fields were refused: 5' },
    error_codes: { note: codeOf(message('must_be_number', { field: 'note' })) },
  }
  const more = { ...body.error_codes, message: codeOf(message('more_fields_refused', { count: 5 })) }
  const both = await wordedIn('en', errorOf(400, JSON.stringify({ ...body, error_codes: more })))
  assert.deepEqual(
    [both.message, both.fields],
    ['More fields were refused: 5', { note: 'Enter a number, such as 1500.50.' }],
  )
})

test('a payment means has its word beside its number', async () => {
  const missing = message('mandatory_for_payment_means', { field: 'card_account', code: '54' })
  for (const [language, said] of [
    ['en', /54 \(credit card\)/],
    ['ar', /54 \(بطاقة ائتمان\)/],
  ] as const) {
    const { fields } = await wordedIn(language, refusedWith({ english: inEnglish(missing), code: codeOf(missing) }))
    assert.match(fields.note ?? '', said)
  }
})

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

interface Answered {
  readonly english: string
  readonly arabic?: string | undefined
  readonly code?: object
}

/** The client's error of an answer that refuses the field `note`. */
function refusedWith({ english, arabic, code }: Answered): SelfbillError {
  const body = {
    errors: { note: english },
    ...(code !== undefined && { error_codes: { note: code } }),
    ...(arabic !== undefined && { errors_ar: { note: arabic } }),
  }
  return errorOf(400, JSON.stringify(body))
}

async function wordedIn(language: (typeof languages)[number], error: SelfbillError): Promise<SelfbillError> {
  const { refusal } = await attempt({ say: sayIn(language) }, () => Promise.reject(error))
  assert.ok(refusal instanceof SelfbillError)
  return refusal
}
