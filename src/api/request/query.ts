import type { Static, TObject } from 'typebox'
import { check } from '../../document/declaration/check.ts'
import { titleOf } from '../../document/declaration/title.ts'
import { fieldFault } from '../faults.ts'
import { mustNotBeBlank } from './parameters.ts'
import { membersOf, withoutNul } from './path.ts'

/**
 * The query of a request, checked against a declaration of its parameters as a body is against its
 * own: every wrong one at once, under its name; blank means absent unless the member says
 * otherwise, an unknown name is refused. Throws the Fault `parameter_invalid`.
 */
export function readQuery<Schema extends TObject>(schema: Schema, sent: unknown): Static<Schema> {
  const once = new Map<string, string>()
  const slips = new Map<string, string>()
  for (const [name, value] of membersOf(sent)) {
    // Nobody knows which of the two was meant.
    if (typeof value !== 'string') slips.set(name, `${titleOf(name)} must be sent once`)
    else if (isBlank(value) && mustNotBeBlank(schema.properties, name))
      slips.set(name, `${titleOf(name)} must not be blank`)
    else once.set(name, withoutNul(value))
  }
  const checked = check(schema, once)
  const errors = new Map([...('errors' in checked ? checked.errors : []), ...slips])
  if ('errors' in checked || errors.size > 0) throw fieldFault('parameter_invalid', errors)
  return checked.value
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text)
}
