import { findsCardNumber } from '../card-number/find-card-number.ts'
import type { List, Message, Value } from './message.ts'
import { messages } from './messages.ts'
import type { Texts } from './texts.ts'
import { titleOf } from './title.ts'

/** The English text of a message, as docs/contract.md has it. */
export function inEnglish({ id, values }: Message): string {
  return messages[id].en.replace(place, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    const title = typeof value === 'string' ? titleIn(name, value) : undefined
    return title ?? shownInEnglish(value)
  })
}

/** A field has its title: first in a sentence with a capital letter, within it without. */
function titleIn(place: string, field: string): string | undefined {
  if (place === 'field') return titleOf(field)
  return place === 'start_field' ? titleOf(field).replace(/^./, (first) => first.toLowerCase()) : undefined
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

/** Messages by the path of their field, as text or as a code. A path has names that a caller sent. */
export function byField<Shown>(
  fields: ReadonlyMap<string, Message>,
  shown: (message: Message) => Shown,
): Readonly<Record<string, Shown>> {
  return Object.fromEntries([...fields].map(([path, problem]) => [shownInEnglish(path), shown(problem)]))
}

const place = /\{(\w+)\}/g
const placeOrLatin = /\{(\w+)\}|`([^`]+)`/g

/** A value as English sentences show it. A caller may have sent a card number for anything. */
export function shownInEnglish(value: Value): string {
  if (typeof value !== 'object') return isCardNumber(value) ? '(a card number)' : String(value)
  if (isMessage(value)) return inEnglish(value)
  if (!isList(value)) return value.en
  const items = value.items.map(shownInEnglish)
  if (value.between !== 'or') return items.join(value.between === 'commas' ? ', ' : '; ')
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

function arabic(value: Value): string {
  if (typeof value !== 'object') return isCardNumber(value) ? '(رقم بطاقة)' : isolated(String(value))
  if (isMessage(value)) return inArabic(value)
  return isList(value) ? value.items.map(arabic).join(arabicBetween[value.between]) : value.ar
}

const arabicBetween: Readonly<Record<List['between'], string>> = { commas: '، ', semicolons: '؛ ', or: ' أو ' }

/** First strong isolate: the text inside does not change the direction of the text around it. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

/** Ids of ours are no card numbers. The search in long texts would be slow. */
function isCardNumber(value: string | number): boolean {
  if (typeof value === 'number' || value.length > searchedCharactersMax) return false
  return findsCardNumber(value) && !uuid.test(value)
}

const searchedCharactersMax = 5_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isMessage(value: Message | Texts | List): value is Message {
  return 'id' in value
}

export function isList(value: Message | Texts | List): value is List {
  return 'items' in value
}
