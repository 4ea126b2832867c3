import { check, type FieldErrors } from '@selfbill/pint-ae/document'
import { type Message, message } from '@selfbill/pint-ae/messages'
import type { Static, TObject, TProperties } from 'typebox'
import { fieldFault } from '../faults.ts'
import { mustNotBeBlank } from './parameters.ts'
import { membersOf, withoutNul } from './path.ts'

/**
 * Checks the query of a request against its declaration, as `jsonBody` does a body: reports every
 * wrong parameter by name. Blank means absent unless the parameter is `notBlank`; an unknown name
 * is refused. Throws the Fault `parameter_invalid`.
 */
export function readQuery<Schema extends TObject>(schema: Schema, sent: unknown): Static<Schema> {
  const values = new Map<string, string>()
  const mistakes = new Map<string, Message>()
  for (const [name, value] of membersOf(sent)) {
    // A repeated parameter is ambiguous.
    if (typeof value !== 'string') mistakes.set(name, message('parameter_repeated', { field: name }))
    else if (isBlank(value) && mustNotBeBlank(schema.properties, name))
      mistakes.set(name, message('must_not_be_blank', { field: name }))
    else values.set(name, withoutNul(value))
  }
  const checked = check(schema, values)
  for (const name of values.keys()) {
    const meant = sameOfOtherLists(name, schema.properties)
    if (meant !== undefined) mistakes.set(name, message('unknown_parameter_near', { name, nearest: meant }))
  }
  const errors = new Map([...('errors' in checked ? withParameters(checked.errors) : []), ...mistakes])
  if ('errors' in checked || errors.size > 0) throw fieldFault('parameter_invalid', errors)
  return checked.value
}

/** A query has parameters where a body has fields. */
function withParameters(errors: FieldErrors): FieldErrors {
  return new Map(
    Array.from(errors, ([path, { id, values }]) => {
      if (id === 'unknown_field') return [path, { id: 'unknown_parameter', values }]
      if (id === 'unknown_field_near') return [path, { id: 'unknown_parameter_near', values }]
      return [path, { id, values }]
    }),
  )
}

/**
 * Lists of a family have `page` and `size`, the change feed `since` and `limit`, and all other
 * lists `cursor` and `limit`.
 */
function sameOfOtherLists(name: string, known: TProperties): string | undefined {
  if (name in known) return undefined
  return listNames.find((same) => same.includes(name))?.find((other) => other in known)
}

/** Parameters that mean the same in different lists. */
const listNames = [
  ['limit', 'size'],
  ['cursor', 'page', 'since'],
]

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text)
}
