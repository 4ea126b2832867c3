import type { TProperties, TSchema } from 'typebox'
import { annotated, leaf, Problem } from '../../document/declaration/declare.ts'

// Leaves for query parameters, beside those of documents: their values are always text.

export function wholeNumber(limits: {
  readonly min: number
  readonly max: number
  readonly description: string
  readonly default?: number
}) {
  const { min, max, ...more } = limits
  return leaf<number>({ type: 'integer', minimum: min, maximum: max, ...more }, (value, title) => {
    const number = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max
      ? number
      : new Problem(`${title} must be a whole number from ${min} to ${max}`)
  })
}

export function anyText(more: { readonly description: string; readonly format?: string }) {
  return leaf<string>({ type: 'string', ...more }, (value, title) =>
    typeof value === 'string' ? value : new Problem(`${title} must be text`),
  )
}

export function yesOrNo(description: string) {
  return leaf<boolean>({ type: 'string', enum: ['true', 'false'], description }, (value, title) =>
    value === 'true' || value === 'false' ? value === 'true' : new Problem(`${title} must be true or false`),
  )
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
