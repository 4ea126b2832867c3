import { Decimal } from '@selfbill/schematron/decimal'
import { findsCardNumber } from '../card-number/find-card-number.ts'
import { compatibleNames } from '../document/answer.ts'
import type { Excess, ExcessMember } from '../document/declaration/excess.ts'
import type { Family } from '../document/family.ts'
import type { JsonValue } from '../json/read.ts'
import type { RuleFinding } from '../rulebook/rulebook.ts'

/**
 * Warnings about parts of a compatibility-mode request that do not reach the document: unknown
 * members, and a corrected type code. Members of an answer cause no warning, because the service
 * computes them itself. Source: docs/decisions/0053.
 */
export function excessFindings(family: Family, sent: JsonValue, excess: Excess): readonly RuleFinding[] {
  const code = sent instanceof Map ? sent.get('invoice_type_code') : undefined
  const isPutRight = family === 'purchase-invoices' && code !== undefined && code !== null && code !== '389'
  const ignored = excess.members.filter((member) => !isOfAnAnswer(member))
  return [
    ...(isPutRight ? [warning('SB-REPLACED', 'invoice_type_code', code, replaced)] : []),
    ...ignored.map((member) => warning('SB-IGNORED', member.path, member.value, sentenceAbout(member))),
  ]
}

const replaced = 'All purchase invoices have type code 389, so it replaced the code in the request.'

function sentenceAbout({ count }: ExcessMember): string {
  const times = count > 1 ? ` It occurs in ${count} places; this is the first.` : ''
  return `This member is not part of the document and was ignored.${times}`
}

/**
 * Strict mode refuses `tax_point_date` like the members of an answer, but here it carries the
 * caller's own data, so it gets a warning.
 */
function isOfAnAnswer({ path, isOfAnswer }: ExcessMember): boolean {
  return (isOfAnswer && path !== 'tax_point_date') || compatibleNames.includes(path)
}

/** These codes belong to no rule of PINT AE. */
function warning(reasonCode: 'SB-IGNORED' | 'SB-REPLACED', path: string, value: JsonValue, text: string): RuleFinding {
  const shown = withoutCardNumber(path)
  return {
    flag: 'warning',
    reasonCode,
    text,
    location: '',
    test: '',
    field: shown,
    value: shownValue(value),
    fix: null,
    official: false,
  }
}

/** A scalar as text, cut to the length of a finding; null if it holds a card number. */
function shownValue(value: JsonValue): string | null {
  if (typeof value !== 'string' && typeof value !== 'boolean' && !(value instanceof Decimal)) return null
  return withoutCardNumber(String(value))
}

/** The start of a text; null if a card number begins in it. */
function withoutCardNumber(text: string): string | null {
  if (findsCardNumber(text.slice(0, 2 * charactersMax))) return null
  return text.slice(0, charactersMax).toWellFormed()
}

/** The limit of every finding. */
const charactersMax = 200
