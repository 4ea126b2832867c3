import { integer, optionalInteger, text } from '../database/columns.ts'
import type { Row } from '../database/database.ts'

/** A legal hold: nothing of a held document is deleted until somebody releases it. */
export interface Hold {
  readonly reason: string
  /** Who set it: a name, or the id of an account. */
  readonly heldBy: string
  /** ms since 1970. */
  readonly heldAt: number
}

/** Selected for `holdIn`. `table`: empty, or an alias with its dot. */
export function holdColumns(table = ''): string {
  return `${table}held_at, ${table}held_by, ${table}hold_reason`
}

/** Undefined: there is no hold. */
export function holdIn(row: Row): Hold | undefined {
  if (optionalInteger(row, 'held_at') === undefined) return undefined
  return { reason: text(row, 'hold_reason'), heldBy: text(row, 'held_by'), heldAt: integer(row, 'held_at') }
}
