import type { Dialect } from './database.ts'
import { expectFew, rowsMax } from './few-rows.ts'

/**
 * The objects of the JSON list in `$1` as rows. If they are called `settled`, the member `lastAt`
 * is the column `settled_last_at`, which no table has. The first column must be text and never
 * null.
 *
 * PostgreSQL reads the list once for all columns: with `->>` it would read an object anew for each.
 * It expects a hundred rows of any list.
 */
export function jsonRows({ name }: Pick<Dialect, 'name'>, rows: string, types: JsonTypes): string {
  const columns = Object.entries(types)
  const named = (expression: (member: string, type: 'text' | 'bigint') => string) =>
    columns.map(([member, type]) => `${expression(member, type)} as ${rows}_${snakeCased(member)}`).join(', ')
  if (name === 'sqlite') {
    // A cast to text would keep the planner from using an index for the column.
    const values = named((member, type) =>
      type === 'text' ? `value ->> '${member}'` : `cast(value ->> '${member}' as bigint)`,
    )
    return `(select ${values} from json_each($1) limit ${rowsMax}) as ${rows}`
  }
  const list = columns.map(([member, type]) => `"${member}" ${type}`).join(', ')
  return `(select ${named((member) => `"${member}"`)} from json_to_recordset($1) as list (${list})
    ${expectFew(`"${columns[0]?.[0]}"`)}) as ${rows}`
}

/** The type of each member of the objects. */
export type JsonTypes = Readonly<Record<string, 'text' | 'bigint'>>

function snakeCased(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * The keys of the JSON object in `$1`, as rows; the condition and limit as in `jsonRows`. A list of
 * places (`in ($1, $2, …)`) would be another statement for each length, and a hundred values to
 * bind.
 */
export const jsonKeys = `(select key from json_each($1) ${expectFew('key')})`

/** JSON for `jsonKeys`. */
export function keysOf(texts: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(texts.map((text) => [text, 0])))
}
