import { Decimal } from '@selfbill/schematron/decimal'
import type { TSchema } from 'typebox'
import { findsCardNumber } from '../../card-number/find-card-number.ts'
import { maskCardNumber } from '../../card-number/mask-card-number.ts'
import { isBase64 } from '../../json/base64.ts'
import type { JsonValue } from '../../json/read.ts'
import { type FieldId, listed, type Message, message } from '../../messages/message.ts'
import { unclearPlaceIn } from '../identifier-text.ts'
import { annotated, keptOf, leaf, Problem, type ReadLeaf } from './declare.ts'

/** Free text, never trimmed. Source: docs/contract.md#text, "Lengths". */
export function text(charactersMax = 1000) {
  return textLeaf(charactersMax, (value, field) => readText(value, field, charactersMax))
}

/** Notes and descriptions: up to 5,000 characters. */
export const longText = () => text(5000)

/**
 * Free text that must not contain a full card number. Card numbers must not enter storage, logs,
 * UBL or answers.
 */
export function textWithoutCard(charactersMax = 1000) {
  return keptWithoutCard(
    textLeaf(charactersMax, (value, field) => withoutCard(readText(value, field, charactersMax), field)),
  )
}

/**
 * A code or identifier: up to 255 characters, without surrounding blanks, repeated blanks, or
 * characters that nobody sees.
 */
export function identifier() {
  return identifierLeaf(readClearIdentifier)
}

/**
 * The number of a document, as its issuer wrote it: it is repeated as it is, so the rule book warns
 * of what nobody sees in it. Source: docs/decisions/0122.
 */
export function reference() {
  return identifierLeaf(readIdentifier)
}

/** A reference that must not contain a full card number. */
export function referenceWithoutCard() {
  return keptWithoutCard(identifierLeaf((value, field) => withoutCard(readIdentifier(value, field), field)))
}

/**
 * A card account number. A full card number is masked to its last four digits on receipt. A card
 * number inside other text is refused, because masking could not be sure of the rest.
 */
export function cardNumber() {
  return keptWithoutCard(
    identifierLeaf((value, field) => {
      const read = readIdentifier(value, field)
      if (typeof read !== 'string') return read
      const masked = maskCardNumber(read)
      return isCardAmidText(masked)
        ? new Problem(message('card_number_not_allowed', { field }))
        : clearIdentifier(masked, field)
    }),
  )
}

/**
 * An identifier of a fixed form. `problem` is the id of the message for any other text; its value
 * is the member's name.
 */
export function matching(pattern: RegExp, problem: FormId, charactersMax = 255) {
  return leaf<string>({ type: 'string', maxLength: charactersMax, pattern: pattern.source }, (value, field) => {
    const read = readText(value, field, charactersMax)
    if (typeof read !== 'string' || pattern.test(read)) return read
    return new Problem(problemOf(problem, field))
  })
}

/** The content of a file: plain Base64 (RFC 4648, section 4), with its padding and without line ends. */
export function fileContent() {
  const pattern = '^[A-Za-z0-9+/]+={0,2}$'
  return leaf<string>({ type: 'string', contentEncoding: 'base64', minLength: 4, pattern }, (value, field) =>
    typeof value === 'string' && isBase64(value) ? value : new Problem(message('must_be_base64', { field })),
  )
}

/** A code of a list. `problem` is the message for any other text, as in `matching`. */
export function oneOf<const Code extends string>(codes: readonly Code[], problem?: FormId | CodesId) {
  const known = new Map<string, Code>(codes.map((code) => [code, code]))
  return leaf<Code>({ type: 'string', enum: [...codes] }, (value, field) => {
    const read = readText(value, field, 255)
    if (typeof read !== 'string') return read
    return known.get(read) ?? new Problem(notOneOf(field, codes, problem))
  })
}

/** A boolean. `isDefault` is its value when absent, for OpenAPI. */
export function flag(isDefault?: boolean) {
  return leaf<boolean>({ type: 'boolean', ...(isDefault !== undefined && { default: isDefault }) }, (value, field) =>
    typeof value === 'boolean' ? value : new Problem(message('must_be_boolean', { field })),
  )
}

/** A whole number from `least` to `most`, for counts and never for amounts. */
export function wholeNumber(least: number, most: number) {
  return leaf<number>({ type: 'integer', minimum: least, maximum: most }, (value, field) => {
    const number = value instanceof Decimal && value.normalized().scale === 0 ? value.toNumber() : Number.NaN
    if (number >= least && number <= most) return number
    return new Problem(message('must_be_whole_number', { field, least, most }))
  })
}

/** A calendar date `yyyy-MM-dd`, years 1900 to 9999. */
export function date() {
  return leaf<string>({ type: 'string', format: 'date' }, (value, field) => {
    const read = readText(value, field, 255)
    if (typeof read !== 'string' || isDate(read)) return read
    return new Problem(message('must_be_date', { field }))
  })
}

/** A time of day `HH:mm:ss`, 00:00:00 to 23:59:59, Gulf Standard Time. */
export function time() {
  return leaf<string>({ type: 'string', pattern: timeSyntax.source }, (value, field) => {
    const read = readText(value, field, 255)
    if (typeof read !== 'string' || timeSyntax.test(read)) return read
    return new Problem(message('must_be_time', { field }))
  })
}

export interface NumberLimits {
  readonly decimalsMax: number
  readonly isNegativeAllowed?: boolean
  readonly isZeroAllowed?: boolean
  /** The service computes it. Nobody sends it, and it may exceed the limit of sent amounts. */
  readonly isComputed?: boolean
}

/** An exact decimal within the limits; its absolute value is below 10^12. */
export function decimal(limits: NumberLimits) {
  const { decimalsMax, isNegativeAllowed = false, isZeroAllowed = true } = limits
  return leaf<Decimal>(decimalSchema(limits), (value, field) => {
    if (!(value instanceof Decimal)) return new Problem(message('must_be_number', { field }))
    if (!isZeroAllowed && value.sign <= 0) return new Problem(message('must_be_positive', { field }))
    if (!isNegativeAllowed && value.sign < 0) return new Problem(message('must_not_be_negative', { field }))
    if (value.normalized().scale > decimalsMax) {
      return new Problem(message('too_many_decimals', { field, max: decimalsMax }))
    }
    if (value.abs().compare(amountLimit) >= 0) {
      return new Problem(message('too_large', { field, limit: String(amountLimit) }))
    }
    return value.scale > decimalsMax ? value.normalized() : value
  })
}

// `multipleOf` could limit the decimals, but validators with binary arithmetic would refuse 0.07.
function decimalSchema({ isNegativeAllowed, isZeroAllowed = true, isComputed }: NumberLimits): object {
  const number = { type: 'number', format: 'decimal' }
  if (isComputed === true) return number
  const below = { ...number, exclusiveMaximum: 10 ** 12 }
  if (isNegativeAllowed === true) return { ...below, exclusiveMinimum: -(10 ** 12) }
  return isZeroAllowed ? { ...below, minimum: 0 } : { ...below, exclusiveMinimum: 0 }
}

/** Money in the document currency: at most 2 decimals, not negative. */
export const amount = () => decimal({ decimalsMax: 2 })
/** A price, a percentage or a factor: at most 20 decimals, not negative. */
export const fine = () => decimal({ decimalsMax: 20 })
/** A quantity: at most 20 decimals, greater than zero. */
export const quantity = () => decimal({ decimalsMax: 20, isZeroAllowed: false })

/** Line and document amounts stay below this (docs/contract.md#digits). */
export const amountLimit = Decimal.of(10 ** 12)

/** Whether the text is a calendar date `yyyy-MM-dd` of the years 1900 to 9999. */
export function isDate(written: string): boolean {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(written)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (year < 1900 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const timeSyntax = /^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/
// A fast path: most texts have no surrogates, and this pattern is several times faster.
const withoutSurrogates = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD]*$/
const outsideXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

// Characters that XML allows. Two noncharacters and lone surrogates are beyond these patterns and
// checked elsewhere.
const character = '[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]'
const nonBlank = '[^\\x00-\\x20]'

function textLeaf(charactersMax: number, read: ReadLeaf<string>) {
  const schema = { type: 'string', maxLength: charactersMax }
  const filled = { ...schema, minLength: 1, pattern: `^[\\t\\n\\r ]*${nonBlank}${character}*$` }
  return leaf<string>({ ...schema, pattern: `^${character}*$` }, read, filled)
}

// The pattern allows characters that `identifier` refuses: answers have them in the documents of
// earlier versions.
function identifierLeaf(read: ReadLeaf<string>) {
  const schema = { type: 'string', maxLength: 255 }
  const word = `${nonBlank}(${character}*${nonBlank})?`
  return leaf<string>({ ...schema, pattern: `^(${word})?$` }, read, { ...schema, minLength: 1, pattern: `^${word}$` })
}

function keptWithoutCard<Schema extends TSchema>(schema: Schema): Schema {
  return annotated(schema, { [keptOf]: 'without card numbers' })
}

function readText(value: JsonValue, field: string, charactersMax: number): string | Problem {
  if (typeof value !== 'string') return new Problem(message('must_be_text', { field }))
  if (!withoutSurrogates.test(value) && outsideXml.test(value)) {
    return new Problem(message('characters_not_in_xml', { field }))
  }
  if (value.length > charactersMax && [...value].length > charactersMax) {
    return new Problem(message('too_long', { field, max: charactersMax }))
  }
  return value
}

function withoutCard(read: string | Problem, field: string): string | Problem {
  if (typeof read !== 'string' || !findsCardNumber(read)) return read
  return new Problem(message('card_number_not_allowed', { field }))
}

/**
 * More digits beside a card number make no sense in this member. A number with a wrong check digit
 * stays unchanged.
 */
function isCardAmidText(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0
  const isNumberAlone = /^[\p{Nd}\s.\u2010-\u2015\u2212-]*$/u.test(text) && digits <= 19
  return findsCardNumber(text) || (digits >= 12 && !isNumberAlone)
}

function readIdentifier(value: JsonValue, field: string): string | Problem {
  const read = readText(value, field, 255)
  if (typeof read !== 'string' || !hasBlanksAround(read)) return read
  return new Problem(message('blanks_around', { field }))
}

function readClearIdentifier(value: JsonValue, field: string): string | Problem {
  const read = readIdentifier(value, field)
  return typeof read === 'string' ? clearIdentifier(read, field) : read
}

function clearIdentifier(read: string, field: string): string | Problem {
  const place = unclearPlaceIn(read)
  if (place === undefined) return read
  if (place === 'repeated_blanks') return new Problem(message('repeated_blanks', { field }), read)
  return new Problem(message('hidden_character', { field, character: place.hidden }), read)
}

function hasBlanksAround(text: string): boolean {
  return isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1))
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

function notOneOf(field: string, codes: readonly string[], problem: FormId | CodesId = 'must_be_one_of'): Message {
  const [first = '', ...others] = codes
  if (!isCodesId(problem)) return problemOf(problem, field)
  if (others.length === 0) return message('must_be', { field, code: first })
  return message(problem, { field, codes: listed(codes, 'or') })
}

function problemOf(problem: FormId, field: string): Message {
  return problem === 'must_be_flags' ? message(problem) : message(problem, { field })
}

/** The messages about the form of a text. */
type FormId = 'must_be_flags' | FieldId

/** The messages that list codes. Some also say what they mean, because nobody guesses DL8.61.1.C. */
type CodesId = 'must_be_one_of' | 'must_be_credit_reason' | 'must_be_exemption_reason'

function isCodesId(id: FormId | CodesId): id is CodesId {
  return id === 'must_be_one_of' || id === 'must_be_credit_reason' || id === 'must_be_exemption_reason'
}
