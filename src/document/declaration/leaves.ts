import { findsCardNumber } from '../../card-number/find-card-number.ts'
import { maskCardNumber } from '../../card-number/mask-card-number.ts'
import { Decimal } from '../../decimal/decimal.ts'
import type { JsonValue } from '../../json/read.ts'
import { leaf, Problem, type ReadLeaf } from './declare.ts'

/** Free text, never trimmed. Source: docs/contract.md#text, "Lengths". */
export function text(charactersMax = 1000) {
  return textLeaf(charactersMax, (value, title) => readText(value, title, charactersMax))
}

/** Notes and descriptions: up to 5,000 characters. */
export const longText = () => text(5000)

/**
 * Free text that must not contain a full card number. Card numbers must not enter storage, logs,
 * UBL or answers.
 */
export function textWithoutCard(charactersMax = 1000) {
  return textLeaf(charactersMax, (value, title) => withoutCard(readText(value, title, charactersMax), title))
}

/** An identifier that must not contain a full card number. */
export function identifierWithoutCard() {
  return identifierLeaf((value, title) => withoutCard(readIdentifier(value, title), title))
}

/** A code or identifier: up to 255 characters, without surrounding blanks. */
export function identifier() {
  return identifierLeaf(readIdentifier)
}

/**
 * A card account number. A full card number is masked to its last four digits on receipt. A card
 * number inside other text is refused, because masking could not be sure of the rest.
 */
export function cardNumber() {
  return identifierLeaf((value, title) => {
    const read = readIdentifier(value, title)
    if (typeof read !== 'string') return read
    const masked = maskCardNumber(read)
    return isCardAmidText(masked) ? new Problem(`${title} must not hold a card number`) : masked
  })
}

/**
 * An identifier of a fixed form. `message` is the error for any other text; `Title` in it becomes
 * the member's title.
 */
export function matching(pattern: RegExp, message: string, charactersMax = 255) {
  return leaf<string>({ type: 'string', maxLength: charactersMax, pattern: pattern.source }, (value, title) => {
    const read = readText(value, title, charactersMax)
    if (typeof read !== 'string' || pattern.test(read)) return read
    return new Problem(message.replace('Title', title))
  })
}

export function oneOf<const Code extends string>(codes: readonly Code[], message?: string) {
  const known = new Map<string, Code>(codes.map((code) => [code, code]))
  return leaf<Code>({ type: 'string', enum: [...codes] }, (value, title) => {
    const read = readText(value, title, 255)
    if (typeof read !== 'string') return read
    return known.get(read) ?? new Problem(message?.replace('Title', title) ?? `${title} must be ${orList(codes)}`)
  })
}

/** A boolean. `isDefault` is its value when absent, for OpenAPI. */
export function flag(isDefault?: boolean) {
  return leaf<boolean>({ type: 'boolean', ...(isDefault !== undefined && { default: isDefault }) }, (value, title) =>
    typeof value === 'boolean' ? value : new Problem(`${title} must be true or false`),
  )
}

/** A whole number from `least` to `most`, for counts and never for amounts. */
export function wholeNumber(least: number, most: number) {
  return leaf<number>({ type: 'integer', minimum: least, maximum: most }, (value, title) => {
    const number = value instanceof Decimal && value.normalized().scale === 0 ? value.toNumber() : Number.NaN
    if (number >= least && number <= most) return number
    return new Problem(`${title} must be a whole number from ${least} to ${most}`)
  })
}

/** A calendar date `yyyy-MM-dd`, years 1900 to 9999. */
export function date() {
  return leaf<string>({ type: 'string', format: 'date', pattern: dateSyntax }, (value, title) => {
    const read = readText(value, title, 255)
    if (typeof read !== 'string' || isDate(read)) return read
    return new Problem(`${title} must be a valid date in the form yyyy-MM-dd`)
  })
}

/** A time of day `HH:mm:ss`, 00:00:00 to 23:59:59, Gulf Standard Time. */
export function time() {
  return leaf<string>({ type: 'string', pattern: timeSyntax.source }, (value, title) => {
    const read = readText(value, title, 255)
    if (typeof read !== 'string' || timeSyntax.test(read)) return read
    return new Problem(`${title} must be a valid time in the form HH:mm:ss`)
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
  return leaf<Decimal>(decimalSchema(limits), (value, title) => {
    if (!(value instanceof Decimal)) return new Problem(`${title} must be a number`)
    if (!isZeroAllowed && value.sign <= 0) return new Problem(`${title} must be greater than zero`)
    if (!isNegativeAllowed && value.sign < 0) return new Problem(`${title} must not be negative`)
    if (value.normalized().scale > decimalsMax) return new Problem(`${title} must have at most ${decimalsMax} decimals`)
    if (value.abs().compare(amountLimit) >= 0) return new Problem(`${title} must be less than 1000000000000`)
    return value.scale > decimalsMax ? value.normalized() : value
  })
}

// `multipleOf` could limit the decimals, but validators with binary arithmetic would refuse 0.07.
function decimalSchema({ decimalsMax, isNegativeAllowed, isZeroAllowed = true, isComputed }: NumberLimits): object {
  const number = { type: 'number', format: 'decimal' }
  if (isComputed === true) return number
  const below = { ...number, description: `At most ${decimalsMax} decimals`, exclusiveMaximum: 10 ** 12 }
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

const dateSyntax = '^(19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
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

function identifierLeaf(read: ReadLeaf<string>) {
  const schema = { type: 'string', maxLength: 255 }
  const word = `${nonBlank}(${character}*${nonBlank})?`
  return leaf<string>({ ...schema, pattern: `^(${word})?$` }, read, { ...schema, minLength: 1, pattern: `^${word}$` })
}

function readText(value: JsonValue, title: string, charactersMax: number): string | Problem {
  if (typeof value !== 'string') return new Problem(`${title} must be text`)
  if (!withoutSurrogates.test(value) && outsideXml.test(value)) {
    return new Problem(`${title} must not hold characters that XML cannot carry`)
  }
  if (value.length > charactersMax && [...value].length > charactersMax) {
    return new Problem(`${title} must be at most ${charactersMax} characters long`)
  }
  return value
}

function withoutCard(read: string | Problem, title: string): string | Problem {
  if (typeof read !== 'string' || !findsCardNumber(read)) return read
  return new Problem(`${title} must not hold a card number`)
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

function readIdentifier(value: JsonValue, title: string): string | Problem {
  const read = readText(value, title, 255)
  if (typeof read !== 'string' || !hasBlanksAround(read)) return read
  return new Problem(`${title} must not begin or end with blanks`)
}

function hasBlanksAround(text: string): boolean {
  return isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1))
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

function orList(codes: readonly string[]): string {
  if (codes.length === 1) return codes[0] ?? ''
  return `one of ${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}`
}
