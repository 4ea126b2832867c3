import { type Role, roles } from '../security/roles.ts'
import type { Call } from './route.ts'

/**
 * Whether the person has at least this role. Pages leave out what the person may not do; the API
 * refuses it in any case.
 */
export function may({ person }: Pick<Call, 'person'>, role: Role): boolean {
  return roles.indexOf(person.role) >= roles.indexOf(role)
}
