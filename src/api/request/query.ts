import type { Static, TObject, TProperties } from 'typebox'
import { check, unknownName } from '../../document/declaration/check.ts'
import { leaf, Problem } from '../../document/declaration/declare.ts'
import { fieldFault } from '../../faults.ts'

/**
 * The query of a request, held against a declaration of its parameters as a body is against its own: every wrong one at once, under
 * its name; blank means absent, an unknown name is refused. Throws the Fault `parameter_invalid`.
 */
export function readQuery<Schema extends TObject>(
  schema: Schema,
  query: Readonly<Record<string, string>>,
): Static<Schema> {
  const checked = check(schema, new Map(Object.entries(query)))
  if ('errors' in checked) throw fieldFault('parameter_invalid', checked.errors)
  return checked.value
}

/** For operations that read their parameters one by one. Throws the Fault `parameter_invalid` for names that are not declared. */
export function refuseStrangers(query: Readonly<Record<string, string>>, declared: TProperties = {}): void {
  const names = Object.keys(declared)
  const strangers = Object.keys(query).filter((name) => !names.includes(name))
  if (strangers.length === 0) return
  const errors = strangers.slice(0, strangersMax).map((name) => [name, unknownName(name, names)] as const)
  throw fieldFault('parameter_invalid', new Map(errors))
}

const strangersMax = 100

/** A whole number as a parameter writes it. */
export function wholeNumber(limits: { readonly min: number; readonly max: number; readonly description: string }) {
  const { min, max, description } = limits
  const schema = { type: 'integer', minimum: min, maximum: max, description }
  return leaf<number>(schema, (value, title) => {
    const number = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max
      ? number
      : new Problem(`${title} must be a whole number from ${min} to ${max}`)
  })
}
