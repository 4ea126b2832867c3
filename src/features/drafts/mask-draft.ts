import { findsCardNumber, maskCardNumber } from '@selfbill/pint-ae/card-numbers'
import { type JsonValue, readJson, type Writable, writeJson } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'

/**
 * A typed request without full card numbers: of each only the last four digits stay, in texts,
 * numbers and names. Without one the text stays as it was typed. What is not JSON is masked line by
 * line. Source: docs/contract.md#cards.
 */
export function maskDraft(typed: string): string {
  const request = jsonIn(typed)
  if (request === undefined) return typed.split('\n').map(maskText).join('\n')
  const masked = writeJson(mask(request, ''))
  return masked === writeJson(mask(request, '', (text) => text)) ? typed : masked
}

/** Undefined for text that is not JSON: a person is in the middle of it. */
export function jsonIn(typed: string): JsonValue | undefined {
  try {
    return readJson(typed)
  } catch {
    return undefined
  }
}

function mask(value: JsonValue, name: string, masked = maskText): Writable {
  // The content of a file is not a text.
  if (typeof value === 'string') return name === 'file_content' ? value : masked(value)
  if (value instanceof Decimal) {
    const digits = value.toString()
    return masked(digits) === digits ? value : masked(digits)
  }
  if (value === null || typeof value === 'boolean') return value
  if (value instanceof Map) {
    // A null prototype, so that a member `__proto__` stays a plain name.
    const members: Record<string, Writable> = Object.create(null)
    for (const [member, inner] of value) members[masked(member)] = mask(inner, member, masked)
    return members
  }
  return Array.isArray(value) ? value.map((item: JsonValue) => mask(item, name, masked)) : null
}

function maskText(text: string): string {
  if (maskCardNumber(text) !== text) return maskCardNumber(text)
  if (!findsCardNumber(text)) return text
  const masked = text.replaceAll(digitRun, (run) => (findsCardNumber(run) ? maskDigits(run) : run))
  return findsCardNumber(masked) ? cardNumberMark : masked
}

/** Digits as cards print them, in groups; of a longer run, so many at a time. */
const digitRun = /\p{Nd}(?:[\s.\u2010-\u2015\u2212-]?\p{Nd}){11,9999}/gu

function maskDigits(run: string): string {
  const digits = run.replaceAll(/\P{Nd}/gu, '')
  return '*'.repeat(digits.length - 4) + digits.slice(-4)
}

const cardNumberMark = '(a card number)'
