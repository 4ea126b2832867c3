import type { Sentence, Values, ValuesFor, Wording } from './words.ts'

/** The languages of the console, and how a page says something in the person's. */
export const languages = ['en', 'ar'] as const

export type Language = (typeof languages)[number]

/** `say(profileWords.count, { count: 3 })`. The sentence names the values that it needs. */
export type Say = <Name extends string>(sentence: Sentence<Name>, ...values: ValuesFor<Name>) => string

export function sayIn(language: Language): Say {
  return speakers[language]
}

export function isLanguage(text: string | undefined): text is Language {
  return text === 'en' || text === 'ar'
}

/** Which way the page runs. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/**
 * Latin digits in both languages: people compare figures with invoices, bank statements and tax
 * registrations, and paste them into other programs; UAE tax forms print them so in Arabic too.
 */
export function localeOf(language: Language): string {
  return language === 'ar' ? 'ar-AE-u-nu-latn-ca-gregory' : 'en-AE-u-nu-latn-ca-gregory'
}

/** Made once for each language: `Intl` takes longer to set up than a page to write. */
const speakers: Readonly<Record<Language, Say>> = { en: speakerOf('en'), ar: speakerOf('ar') }

function speakerOf(language: Language): Say {
  const numbers = new Intl.NumberFormat(localeOf(language))
  const plurals = new Intl.PluralRules(localeOf(language))
  const formOf = (wording: Wording, values: Values) =>
    typeof wording === 'string' ? wording : (wording[plurals.select(Number(values.count ?? 0))] ?? wording.other)
  return (sentence, ...[values = {}]) => fill(formOf(sentence[language], values), values, numbers)
}

/**
 * Each value keeps its own direction (U+2068 to U+2069), so that a number or an English name does
 * not turn an Arabic sentence around.
 */
function fill(sentence: string, values: Values, numbers: Intl.NumberFormat): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return `\u2068${typeof value === 'number' ? numbers.format(value) : value}\u2069`
  })
}
