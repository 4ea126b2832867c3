import { arabic } from './arabic.ts'
import { english, type Words } from './english.ts'
import type { Language } from './page.ts'

export function wordsIn(language: Language): Words {
  return language === 'ar' ? arabic : english
}

/**
 * `fill('per {quantity}', { quantity: '100' })`; the values keep their direction, left to right.
 */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : `\u2066${value}\u2069`
  })
}

/** The word for a code, or the code itself if there is no word. */
export function wordFor(names: Readonly<Record<string, string>>, code: string | undefined): string {
  if (code === undefined) return ''
  return (Object.hasOwn(names, code) ? names[code] : undefined) ?? code
}
