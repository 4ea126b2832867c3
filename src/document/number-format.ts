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

/** The error of a format, as the end of a sentence; undefined for a valid format. */
export function numberFormatProblem(format: string): string | undefined {
  if (format.length > charactersMax) return `must be at most ${charactersMax} characters long`
  if (format.split(sequenceSyntax).length !== 3) return 'must hold {sequence}, or {sequence:1} to {sequence:12}, once'
  const words = format.replaceAll('{prefix}', '').replace(sequenceSyntax, '')
  return /^[A-Za-z0-9/._-]*$/.test(words)
    ? undefined
    : 'must hold letters, digits, / . _ - and the places {prefix} and {sequence} only'
}

/** The same rules as a pattern, for OpenAPI. */
export const numberFormatSyntax =
  '^([A-Za-z0-9/._-]|\\{prefix\\})*\\{sequence(:([1-9]|1[0-2]))?\\}([A-Za-z0-9/._-]|\\{prefix\\})*$'

const sequenceSyntax = /\{sequence(?::([1-9]|1[0-2]))?\}/
const charactersMax = 100

const prefixes: Readonly<Record<Family, string>> = {
  'purchase-invoices': 'PINV',
  'purchase-credit-notes': 'PCN',
  'sales-invoices': 'SINV',
  'sales-credit-notes': 'SCN',
}
