import { annotated, isDate, leaf, Problem } from '@selfbill/pint-ae/document'
import { message, withCommas } from '@selfbill/pint-ae/messages'
import type { TProperties, TSchema } from 'typebox'

// Leaves for query parameters, beside those of documents: their values are always text.

export function wholeNumber(limits: { readonly min: number; readonly max: number; readonly default?: number }) {
  const { min, max, ...more } = limits
  return leaf<number>({ type: 'integer', minimum: min, maximum: max, ...more }, (value, field) => {
    const number = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max
      ? number
      : new Problem(message('must_be_whole_number', { field, least: min, most: max }))
  })
}

export function anyText(more: { readonly format?: string } = {}) {
  return leaf<string>({ type: 'string', ...more }, (value, field) =>
    typeof value === 'string' ? value : new Problem(message('must_be_text', { field })),
  )
}

export function yesOrNo() {
  return leaf<boolean>({ type: 'boolean' }, (value, field) =>
    value === 'true' || value === 'false' ? value === 'true' : new Problem(message('must_be_boolean', { field })),
  )
}

export function changedSince() {
  return moment()
}

/** A time with its offset from UTC, as ms since 1970. */
export function moment() {
  return leaf<number>({ type: 'string', format: 'date-time' }, (value, field) => {
    const at = typeof value === 'string' && isMoment(value) ? Date.parse(value) : Number.NaN
    return Number.isNaN(at) ? new Problem(message('must_be_timestamp', { field })) : at
  })
}

/** `Date.parse` takes 30 February for 2 March, and 24:00 for the next day. */
function isMoment(written: string): boolean {
  return momentSyntax.test(written) && isDate(written.slice(0, 'yyyy-MM-dd'.length))
}

const momentSyntax = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A calendar month `2026-07`, years 1900 to 9999. */
export function month() {
  return leaf<string>({ type: 'string', pattern: monthSyntax.source }, (value, field) =>
    typeof value === 'string' && monthSyntax.test(value) ? value : new Problem(message('must_be_month', { field })),
  )
}

const monthSyntax = /^(19|[2-9][0-9])[0-9]{2}-(0[1-9]|1[0-2])$/

/** Codes of a list, separated by commas. Their order and repetitions do not matter. */
export function severalOf<const Code extends string>(codes: readonly Code[]) {
  const one = `(${codes.join('|')})`
  const schema = { type: 'string', pattern: `^${one}(,${one})*$` }
  return leaf<readonly Code[]>(schema, (value, field) => {
    const named: readonly string[] = typeof value === 'string' ? value.split(',') : []
    const known = codes.filter((code) => named.includes(code))
    const isKnown = named.length > 0 && named.every((name) => known.some((code) => code === name))
    return isKnown ? known : new Problem(message('must_be_some_of', { field, codes: withCommas(codes) }))
  })
}

/**
 * A parameter that must have a value when it is sent: `?dry_run=` is a mistake and must not send a
 * document.
 */
export function notBlank<Schema extends TSchema>(schema: Schema): Schema {
  return annotated(schema, { [refusesBlank]: true })
}

export function mustNotBeBlank(members: TProperties, name: string): boolean {
  const member: TSchema = Object.hasOwn(members, name) ? (members[name] ?? {}) : {}
  return refusesBlank in member
}

const refusesBlank = Symbol('blank text is refused')
