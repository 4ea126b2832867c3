import { createHash } from 'node:crypto'
import { findsCardNumber, maskCardNumber } from '@selfbill/pint-ae/card-numbers'
import { type Excess, keptMembers } from '@selfbill/pint-ae/document'
import { type JsonValue, type Writable, writeJson } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'

/**
 * The request as it is stored for evidence: all members digit for digit, with two changes. Card
 * numbers keep only their last four digits. Attachment contents become digests (`sha256:` and 64
 * hexadecimal digits), because the files are stored separately.
 *
 * Two parts are unchecked: the party that the service replaces, and members in `excess`. A text
 * there that holds a card number is replaced entirely.
 *
 * `rewritten` is the caller's own text where it equals what is written here for the same value: it
 * serves when nothing is masked.
 */
export function maskRequest(sent: JsonValue, excess?: Excess, rewritten?: string): string {
  const isWhole = rewritten !== undefined && (excess?.members.length ?? 0) === 0 && !isMasked(sent, '')
  return isWhole ? rewritten : writeJson(mask(sent, '', excess))
}

/** Whether a checked value holds a text that is not stored as it was sent. */
function isMasked(value: JsonValue, name: string): boolean {
  if (typeof value === 'string') return keptMembers.has(name) && maskText(value, name) !== value
  if (value instanceof Map) {
    for (const [member, inner] of value) if (isMasked(inner, member)) return true
    return false
  }
  return Array.isArray(value) && value.some((item: JsonValue) => isMasked(item, name))
}

function mask(value: JsonValue, name: string, excess: Excess | undefined): Writable {
  if (typeof value === 'string') return maskText(value, name)
  if (value === null || typeof value === 'boolean' || value instanceof Decimal) return value
  if (value instanceof Map) {
    const members = [...value].map(([member, inner]: [string, JsonValue]) =>
      excess?.holds(value, member) === true
        ? maskUnchecked(member, inner)
        : ([member, mask(inner, member, excess)] as const),
    )
    return Object.fromEntries(members)
  }
  return Array.isArray(value) ? value.map((item: JsonValue) => mask(item, name, excess)) : null
}

/**
 * An unchecked member. Each of its texts, names and numbers is searched for card numbers, and a
 * long text becomes its digest.
 */
function maskUnchecked(member: string, value: JsonValue): readonly [string, Writable] {
  return [maskUncheckedText(member), maskUncheckedValue(value)]
}

function maskUncheckedValue(value: JsonValue): Writable {
  if (typeof value === 'string') return maskUncheckedText(value)
  if (value instanceof Decimal) return findsCardNumber(value.toString()) ? cardNumberMark : value
  if (value === null || typeof value === 'boolean') return value
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, inner]: [string, JsonValue]) => maskUnchecked(name, inner)))
  }
  return Array.isArray(value) ? value.map(maskUncheckedValue) : null
}

function maskUncheckedText(text: string): string {
  if (text.length > uncheckedCharactersMax) return digestOf(Buffer.from(text))
  return findsCardNumber(text) ? cardNumberMark : text
}

/** The limit of a note. Longer texts would make the search for card numbers slow. */
const uncheckedCharactersMax = 5_000

/** As its declaration says that it is kept (docs/contract.md#cards). */
function maskText(text: string, name: string): string {
  const kept = keptMembers.get(name)
  if (kept === undefined) return text
  if (kept === 'as a digest') return digestOf(Buffer.from(text, 'base64'))
  const masked = name === 'primary_account_number_id' ? maskCardNumber(text) : text
  return findsCardNumber(masked) ? cardNumberMark : masked
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

const cardNumberMark = '(a card number)'
