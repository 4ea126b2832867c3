import type { List, Message, Value } from './message.ts'
import { messages } from './messages.ts'
import type { Texts } from './texts.ts'
import { titleOf } from './title.ts'

/** The English text of a message, as docs/contract.md has it. */
export function inEnglish({ id, values }: Message): string {
  return messages[id].en.replace(place, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'string' ? named(name, value) : english(value)
  })
}

/** A field has its title: first in a sentence with a capital letter, within it without. */
function named(name: string, value: string): string {
  if (name === 'field') return titleOf(value)
  return name === 'start_field' ? lowered(titleOf(value)) : value
}

function lowered(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}

/**
 * The Arabic text of a message. Names, codes and figures keep their own direction (U+2068 to
 * U+2069), also one that begins or ends with a sign.
 */
export function inArabic({ id, values }: Message): string {
  return messages[id].ar.replace(placeOrLatin, (whole, name: string | undefined, latin: string | undefined) => {
    if (latin !== undefined) return isolated(latin)
    const value = name === undefined ? undefined : values[name]
    return value === undefined ? whole : arabic(value)
  })
}

/** The texts of messages by the path of their field. */
export function fieldTexts(
  fields: ReadonlyMap<string, Message>,
  textOf: (message: Message) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries([...fields].map(([path, problem]) => [path, textOf(problem)]))
}

const place = /\{(\w+)\}/g
const placeOrLatin = /\{(\w+)\}|`([^`]+)`/g

function english(value: Value): string {
  if (typeof value !== 'object') return String(value)
  if (isMessage(value)) return inEnglish(value)
  if (!isList(value)) return value.en
  const items = value.items.map(english)
  if (value.between !== 'or') return items.join(value.between === 'commas' ? ', ' : '; ')
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

function arabic(value: Value): string {
  if (typeof value !== 'object') return isolated(String(value))
  if (isMessage(value)) return inArabic(value)
  return isList(value) ? value.items.map(arabic).join(arabicBetween[value.between]) : value.ar
}

const arabicBetween: Readonly<Record<List['between'], string>> = { commas: '، ', semicolons: '؛ ', or: ' أو ' }

/** First strong isolate: the text inside does not change the direction of the text around it. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

function isMessage(value: Message | Texts | List): value is Message {
  return 'id' in value
}

function isList(value: Message | Texts | List): value is List {
  return 'items' in value
}
