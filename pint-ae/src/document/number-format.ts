import { type Message, message } from '../messages/message.ts'
import type { Family } from './family.ts'

/**
 * The format of automatic document numbers: text with `{prefix}`, the short name of the family, and
 * `{sequence}` or `{sequence:6}`, the number with at least that many digits. Source:
 * docs/contract.md#numbers.
 */
export const usualNumberFormat = '{prefix}-{sequence:6}'

export function numberText(format: string, family: Family, value: number): string {
  return format
    .replaceAll('{prefix}', prefixes[family])
    .replace(sequenceSyntax, (_, digits = '1') => String(value).padStart(Number(digits), '0'))
}

/** What is wrong with a format; undefined for a valid one. `field` is its name in the message. */
export function numberFormatProblem(format: string, field: string): Message | undefined {
  if (format.length > charactersMax) return message('too_long', { field, max: charactersMax })
  if (format.split(sequenceSyntax).length !== 3) {
    return message('number_format_places_wrong', { field, place, least: '{sequence:1}', most: '{sequence:12}' })
  }
  const words = format.replaceAll('{prefix}', '').replace(sequenceSyntax, '')
  return /^[A-Za-z0-9/._-]*$/.test(words)
    ? undefined
    : message('number_format_characters_wrong', { field, prefix: '{prefix}', place })
}

/** The same rules as a pattern, for OpenAPI. */
export const numberFormatSyntax =
  '^([A-Za-z0-9/._-]|\\{prefix\\})*\\{sequence(:([1-9]|1[0-2]))?\\}([A-Za-z0-9/._-]|\\{prefix\\})*$'

const sequenceSyntax = /\{sequence(?::([1-9]|1[0-2]))?\}/
/** The place of the number, as messages name it. */
const place = '{sequence}'

const charactersMax = 100

const prefixes: Readonly<Record<Family, string>> = {
  'purchase-invoices': 'PINV',
  'purchase-credit-notes': 'PCN',
  'sales-invoices': 'SINV',
  'sales-credit-notes': 'SCN',
}
