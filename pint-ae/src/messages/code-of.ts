import type { Message, MessageId, Value } from './message.ts'
import { messages } from './messages.ts'
import { isList, isMessage, shownInEnglish } from './text-of.ts'

/**
 * A message as a program reads it: the id and the values of its sentence, each a number or a text
 * of at most 100 characters. Source: docs/decisions/0144.
 */
export type MessageCode = {
  readonly id: MessageId
  readonly values: Readonly<Record<string, string | number>>
}

/**
 * The code of a message. A sentence that is nothing but another message has the code of that one.
 * A message within a sentence is there as text, its id beside it (`reason`, `reason_id`), and so are
 * its own values, so that no program reads the text.
 */
export function codeOf({ id, values }: Message): MessageCode {
  const { reason } = values
  if (messages[id].en === '{reason}' && typeof reason === 'object' && isMessage(reason)) return codeOf(reason)
  const own: Record<string, string | number> = {}
  let within = {}
  for (const [name, value] of Object.entries(values)) {
    own[name] = typeof value === 'number' ? value : cut(textOf(value))
    if (typeof value !== 'object' || !isMessage(value)) continue
    const inner = codeOf(value)
    own[`${name}_id`] = inner.id
    within = { ...within, ...inner.values }
  }
  return { id, values: { ...within, ...own } }
}

/** A list has the same sign between all its items, whatever its sentence says before the last. */
function textOf(value: Exclude<Value, number>): string {
  if (typeof value === 'object' && isList(value)) return shownInEnglish({ items: value.items, between: 'commas' })
  return shownInEnglish(value)
}

/** The end of a text that was cut shows it. */
function cut(text: string): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, charactersMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const charactersMax = 100
