import { type Language, type MessageKey, sayKept } from '../language/language.ts'
import type { Values } from '../language/message.ts'
import { type CookieName, cookieNames, type SetCookie } from './cookies.ts'

/**
 * A sentence that a page leaves for the next one: "The profile is saved." It travels in a cookie as
 * a message key, so that no address can put words into our mouth.
 */
export interface Notice {
  readonly tone: Tone
  readonly key: MessageKey
  readonly values?: Values
}

const tones = ['good', 'bad', 'warning', 'info'] as const

export type Tone = (typeof tones)[number]

/** The notice as words, ready to be shown. */
export interface ShownNotice {
  readonly tone: Tone
  readonly text: string
}

export function noticeCookie(notice: Notice): SetCookie {
  const kept = JSON.stringify({ ...notice, values: short(notice.values ?? {}) })
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

export function shown(
  notice: { readonly tone: Tone; readonly key: string; readonly values?: Values },
  language: Language,
) {
  const text = sayKept(language, notice.key, notice.values ?? {})
  return text === undefined ? undefined : { tone: notice.tone, text }
}

function isNotice(value: unknown): value is { tone: Tone; key: string; values: Values } {
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
