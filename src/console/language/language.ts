import { ar } from './ar.ts'
import { en } from './en.ts'
import { fillMessage, type Message, type NamesIn, type Values } from './message.ts'

/** The languages of the console, and how a page says something in the person's. */
export const languages = ['en', 'ar'] as const

export type Language = (typeof languages)[number]

/** `shell.signOut`: the subject's file, then the key in it. */
export type MessageKey = {
  [Subject in keyof English]: `${Subject}.${keyof English[Subject] & string}`
}[keyof English]

/** `say('profiles.count', { count: 3 })`. The sentence names the values that it needs. */
export type Say = <Key extends MessageKey>(key: Key, ...values: ValuesFor<Key>) => string

type English = typeof en

type ValuesFor<Key extends MessageKey> = Key extends `${infer Subject extends keyof English}.${infer Name}`
  ? Name extends keyof English[Subject]
    ? [NamesIn<English[Subject][Name]>] extends [never]
      ? []
      : [values: { readonly [Value in NamesIn<English[Subject][Name]>]: string | number }]
    : never
  : never

/** The keys of sentences without values. */
export type PlainKey = { [Key in MessageKey]: ValuesFor<Key> extends [] ? Key : never }[MessageKey]

export function sayIn(language: Language): Say {
  return (key, ...[values]) => fillMessage(messageOf(language, key) ?? key, values ?? {}, localeOf(language))
}

/** A sentence whose key comes from a browser; undefined when there is no such key. */
export function sayKept(language: Language, key: string, values: Values): string | undefined {
  const message = messageOf(language, key)
  return message === undefined ? undefined : fillMessage(message, values, localeOf(language))
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

function messageOf(language: Language, key: string): Message | undefined {
  const messages: Readonly<Record<string, Readonly<Record<string, Message>>>> = language === 'ar' ? ar : en
  // Only the first dot divides: the key of a tax code has dots of its own.
  const dot = key.indexOf('.')
  const [subject, name] = [key.slice(0, Math.max(dot, 0)), key.slice(dot + 1)]
  const ofSubject = Object.hasOwn(messages, subject) ? messages[subject] : undefined
  return ofSubject !== undefined && Object.hasOwn(ofSubject, name) ? ofSubject[name] : undefined
}
