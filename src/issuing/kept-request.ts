import { createHash } from 'node:crypto'
import { findsCardNumber } from '../card-number/find-card-number.ts'
import { maskCardNumber } from '../card-number/mask-card-number.ts'
import { Decimal } from '../decimal/decimal.ts'
import type { JsonValue } from '../json/read.ts'
import { type Writable, writeJson } from '../json/write.ts'

/**
 * A request as it is kept for evidence: every member the caller sent, digit for digit, but card numbers masked to their last four
 * and the bytes of attachments as their digest (`sha256:` and 64 hexadecimal digits), since those are kept as files. The party that
 * the service sets itself is kept too, but nobody has checked it: a text of it that holds a card number is left out.
 */
export function keptRequest(sent: JsonValue): string {
  return writeJson(kept(sent, ''))
}

function kept(value: JsonValue, name: string): Writable {
  if (typeof value === 'string') return keptText(value, name)
  if (value === null || typeof value === 'boolean' || value instanceof Decimal) return value
  if (value instanceof Map) {
    const members = [...value].map(([member, inner]: [string, JsonValue]) => [member, kept(inner, member)] as const)
    return Object.fromEntries(members)
  }
  return Array.isArray(value) ? value.map((item: JsonValue) => kept(item, name)) : null
}

function keptText(text: string, name: string): string {
  const masked = name === 'primary_account_number_id' ? maskCardNumber(text) : text
  if (cardless.has(name) && findsCardNumber(masked)) return '(a card number)'
  if (name !== 'file_content') return masked
  return `sha256:${createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex')}`
}

/** Members that are refused with a card number wherever they are looked at (decisions §2 "Cards"). */
const cardless: ReadonlySet<string> = new Set(['note', 'payment_id', 'holder_name', 'primary_account_number_id'])
