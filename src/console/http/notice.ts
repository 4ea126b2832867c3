import { type Language, sayIn } from '../language/language.ts'
import { type Sentence, sentenceOf, type Values, type ValuesFor } from '../language/words.ts'
import { type CookieName, cookieNames, type SetCookie } from './cookies.ts'

/**
 * A sentence that a page leaves for the next one: "The profile is saved." It travels in a cookie as
 * the key of a sentence, so that no address can put words into our mouth.
 */
export interface Notice {
  readonly tone: Tone
  readonly key: string
  readonly values: Values
}

/** `noticeOf('good', profileWords.saved, { name })`. */
export function noticeOf<Name extends string>(
  tone: Tone,
  { key }: Sentence<Name>,
  ...[values]: ValuesFor<Name>
): Notice {
  return { tone, key, values: values ?? {} }
}

const tones = ['good', 'bad', 'warning', 'info'] as const

export type Tone = (typeof tones)[number]

/** The notice as words, ready to be shown. */
export interface ShownNotice {
  readonly tone: Tone
  readonly text: string
}

export function noticeCookie(notice: Notice): SetCookie {
  const kept = JSON.stringify({ ...notice, values: short(notice.values) })
  return { name: cookieNames.notice, value: Buffer.from(kept).toString('base64url'), maxAgeS: 60 }
}

export const noNotice: SetCookie = { name: cookieNames.notice, value: undefined }

/** Undefined without a notice, and for a cookie that we did not write. */
export function keptNotice(
  read: (name: CookieName) => string | undefined,
  language: Language,
): ShownNotice | undefined {
  const kept = read(cookieNames.notice)
  if (kept === undefined || kept.length > charactersMax) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(kept, 'base64url').toString())
    return isNotice(parsed) ? shown(parsed, language) : undefined
  } catch {
    return undefined
  }
}

/** Undefined when there is no such sentence. */
export function shown({ tone, key, values }: Notice, language: Language): ShownNotice | undefined {
  const sentence = sentenceOf(key)
  return sentence && { tone, text: sayIn(language)(sentence, values) }
}

function isNotice(value: unknown): value is Notice {
  if (typeof value !== 'object' || value === null) return false
  const { tone, key, values }: { tone?: unknown; key?: unknown; values?: unknown } = value
  return tones.some((one) => one === tone) && typeof key === 'string' && isValues(values)
}

function isValues(value: unknown): value is Values {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number')
}

/** A cookie holds 4 KiB: long names are cut. */
function short(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 200) : value]),
  )
}

const charactersMax = 4000
