import { createHash } from 'node:crypto'
import { findsCardNumber } from '../card-number/find-card-number.ts'
import { maskCardNumber } from '../card-number/mask-card-number.ts'
import { Decimal } from '../decimal/decimal.ts'
import type { Excess } from '../document/declaration/excess.ts'
import type { JsonValue } from '../json/read.ts'
import { type Writable, writeJson } from '../json/write.ts'

/**
 * A request as it is kept for evidence: every member the caller sent, digit for digit, but card
 * numbers masked to their last four and the bytes of attachments as their digest (`sha256:` and 64
 * hexadecimal digits), since those are kept as files. The party that the service sets itself is
 * kept too, but nobody has checked it: a text of it that holds a card number is left out. So is one
 * of the members in `excess`.
 */
export function keptRequest(sent: JsonValue, excess?: Excess): string {
  return writeJson(kept(sent, '', excess))
}

function kept(value: JsonValue, name: string, excess: Excess | undefined): Writable {
  if (typeof value === 'string') return keptText(value, name)
  if (value === null || typeof value === 'boolean' || value instanceof Decimal) return value
  if (value instanceof Map) {
    const members = [...value].map(([member, inner]: [string, JsonValue]) =>
      excess?.holds(value, member) === true
        ? keptExcess(member, inner)
        : ([member, kept(inner, member, excess)] as const),
    )
    return Object.fromEntries(members)
  }
  return Array.isArray(value) ? value.map((item: JsonValue) => kept(item, name, excess)) : null
}

/**
 * A member that nobody has checked: every text, name and number of it is looked at by itself, and a
 * long text is its digest.
 */
function keptExcess(member: string, value: JsonValue): readonly [string, Writable] {
  return [keptUnchecked(member), keptMember(value)]
}

function keptMember(value: JsonValue): Writable {
  if (typeof value === 'string') return keptUnchecked(value)
  if (value instanceof Decimal) return findsCardNumber(value.toString()) ? cardNumberMark : value
  if (value === null || typeof value === 'boolean') return value
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, inner]: [string, JsonValue]) => keptExcess(name, inner)))
  }
  return Array.isArray(value) ? value.map(keptMember) : null
}

function keptUnchecked(text: string): string {
  if (text.length > uncheckedCharactersMax) return digestOf(Buffer.from(text))
  return findsCardNumber(text) ? cardNumberMark : text
}

/** As long as a note: looking for card numbers takes its time. */
const uncheckedCharactersMax = 5_000

function keptText(text: string, name: string): string {
  const masked = name === 'primary_account_number_id' ? maskCardNumber(text) : text
  if (cardless.has(name) && findsCardNumber(masked)) return cardNumberMark
  if (name !== 'file_content') return masked
  return digestOf(Buffer.from(text, 'base64'))
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

const cardNumberMark = '(a card number)'

/**
 * Members that are refused with a card number wherever they are looked at (docs/contract.md#cards).
 */
const cardless: ReadonlySet<string> = new Set(['note', 'payment_id', 'holder_name', 'primary_account_number_id'])
