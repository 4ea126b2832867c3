import type { Crossing } from './crossings.ts'
import { type Statement, sql, type Value } from './database.ts'

/**
 * Work of the service itself on rows of many organisations. Without it PostgreSQL shows a statement
 * the rows of one organisation at most (docs/decisions/0099).
 */
export function acrossOrganisations(name: Crossing, statement: Statement): Statement {
  return { ...statement, across: name }
}

/** The rows of one organisation, or those of all of them where `orgId` is undefined. */
export function ofOrganisation(orgId: string | undefined, name: Crossing, statement: Statement): Statement {
  return orgId === undefined ? acrossOrganisations(name, statement) : statement
}

/**
 * The same for a text that is the same but for a condition: `own` is empty, or ends in `and`. The
 * organisation comes after the other values.
 */
export function ofOneOrAll(
  orgId: string | undefined,
  name: Crossing,
  textOf: (own: string) => string,
  ...values: readonly Value[]
): Statement {
  if (orgId === undefined) return acrossOrganisations(name, sql(textOf(''), ...values))
  return sql(textOf(`org_id = $${values.length + 1} and `), ...values, orgId)
}

/**
 * What PostgreSQL has to know before a statement: the organisation whose rows it may touch, or
 * `everyOrganisation`. Undefined for a statement on tables that belong to no organisation. Throws
 * for one that uses `org_id` and whose organisation cannot be found.
 */
export function organisationOf({ sql, params, across }: Statement): string | undefined {
  if (across !== undefined) return everyOrganisation
  const at = placeOf(sql)
  if (at === undefined) return undefined
  const orgId = params[at]
  if (typeof orgId !== 'string' || orgId === '' || orgId === everyOrganisation) throw new NoOrganisation(sql)
  return orgId
}

/** No organisation has this id. */
const everyOrganisation = '*'

/** A mistake of ours: a statement must name its organisation, or say why it names none. */
class NoOrganisation extends Error {
  override readonly name = 'NoOrganisation'

  constructor(sql: string) {
    super(`a statement does not name its organisation: ${sql}`)
  }
}

/** The place of the organisation among the parameters, by the statement's text. */
const places = new Map<string, number | undefined>()

/** Statements with varying text are read again beyond this many. */
const placesMax = 2_000

function placeOf(sql: string): number | undefined {
  const known = places.get(sql)
  if (known !== undefined || places.has(sql)) return known
  const place = readPlace(sql)
  if (places.size < placesMax) places.set(sql, place)
  return place
}

function readPlace(sql: string): number | undefined {
  if (!/\borg_id\b/.test(sql)) return undefined
  for (const form of forms) {
    const number = form.exec(sql)?.[1]
    if (number !== undefined) return Number(number) - 1
  }
  throw new NoOrganisation(sql)
}

const forms = [
  /\borg_id = \$(\d+)/,
  /\binto \w+\s*\(org_id\b[^)]*\)\s*values\s*\(\$(\d+)/,
  /\borganisations o\b[\s\S]*\bo\.id = \$(\d+)/,
]
