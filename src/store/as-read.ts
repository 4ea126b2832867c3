import { type ConstraintName, failedConstraint } from './constraints.ts'
import type { Value } from './database/database.ts'

// A change whose answer says what it leaves. The answer is made of the row as it was read, and is
// stored with the change; when the row is another one by then, both are refused and made anew.

/**
 * The value of a column that may not be null while the row holds what was read of it, and null
 * afterwards: the column then refuses the transaction. `read`: by column; `place`: the number of
 * the first parameter.
 */
export function whileAsRead(column: string, read: Readonly<Record<string, Value>>, place: number): GuardedColumn {
  const isAsRead = Object.keys(read).map((name, at) => `${name} is not distinct from $${place + at}`)
  return { value: `case when ${isAsRead.join(' and ')} then ${column} end`, params: Object.values(read) }
}

interface GuardedColumn {
  readonly value: string
  /** From `place` on. */
  readonly params: readonly Value[]
}

/** Reads and writes again when one of the guards has refused the write. */
export async function asRead<Result>(guards: readonly ConstraintName[], work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const failed = failedConstraint(error)
      if (failed === undefined || !guards.includes(failed) || attempt === attemptsMax) throw error
    }
  }
}

/** What was read, with the members that a change names; absent ones stay. */
export function changedBy<Read extends object>(read: Read, change: Change<Read>): Read {
  const changed = { ...read }
  for (const name in change) {
    const value = change[name]
    if (value !== undefined) changed[name] = value
  }
  return changed
}

type Change<Read> = { readonly [Name in keyof Read]?: Read[Name] | undefined }

/** Each time another change has got on. */
const attemptsMax = 100
