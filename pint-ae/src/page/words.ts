import { arabic } from './arabic.ts'
import { english, type Words } from './english.ts'
import type { Language } from './page.ts'

export function wordsIn(language: Language): Words {
  return language === 'ar' ? arabic : english
}

/**
 * `fill('per {quantity}', { quantity: '100' })`; in a sentence from right to left the values keep
 * their direction.
 */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  const isArabic = /\p{Script=Arabic}/u.test(sentence)
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return isArabic ? `\u2066${value}\u2069` : value
  })
}

/** The word for a code, or the code itself if there is no word. */
export function wordFor(names: Readonly<Record<string, string>>, code: string | undefined): string {
  if (code === undefined) return ''
  return (Object.hasOwn(names, code) ? names[code] : undefined) ?? code
}
