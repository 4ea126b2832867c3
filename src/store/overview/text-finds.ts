import type { Family } from '@selfbill/pint-ae/document'
import { integer, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql, type Value } from '../database/database.ts'
import { blocksMax, blocksWith, newestWith, notInBlocks, sequencesIn } from '../documents/searched-numbers.ts'
import { planned } from './candidates.ts'
import { Parameters } from './overview-filter.ts'
import { ofOrganisation, patternOf, type Search, searchOf } from './search.ts'

export interface Finds {
  /** A document may come twice. */
  readonly rows: readonly Row[]
  /** False: an index does not have all documents yet. */
  readonly isComplete: boolean
}

interface TextSearch {
  readonly text: string
  readonly families: readonly Family[]
  /** Of `documents d`. */
  readonly columns: string
  /** More rows than this need not be read. */
  readonly max: number
}

/**
 * What a text finds, from the indices of its parts. Undefined: it is in so many numbers that a
 * list meets them soon in any order.
 */
export async function textFinds(db: Database, orgId: string, wanted: TextSearch): Promise<Finds | undefined> {
  const search = searchOf(wanted.text)
  if (search.id !== undefined) return { rows: await db.query(byId(orgId, search.id, wanted)), isComplete: true }
  const { contained } = search
  if (contained === undefined) return { rows: await db.query(byIndex(orgId, search, wanted)), isComplete: true }
  const names = await namesWith(db, orgId, wanted.families, contained)
  const numbers = await numbersWith(db, orgId, wanted, search.containedInNumber)
  if (numbers === undefined) return undefined
  const found = [byIndex(orgId, search, wanted), ...bySequence(orgId, numbers.sequences, wanted)]
  if (names.found.length > 0) found.push(byNames(orgId, names.found, wanted))
  const rows = await db.snapshot(found)
  return { rows: rows.flat(), isComplete: names.isComplete && numbers.isComplete }
}

function byId(orgId: string, id: string, { columns }: TextSearch): Statement {
  const parameters = new Parameters(orgId)
  const bound = parameters.bind(id)
  return planned(
    `select ${columns} from documents d where d.org_id = $1 and d.id = ${bound}
     union select ${columns} from documents d where d.org_id = $1 and d.id in
       (select l.document_id from legs l where l.org_id = $1 and l.transmission_uuid = ${bound})`,
    parameters,
  )
}

function byIndex(orgId: string, search: Search, { families, columns, max }: TextSearch): Statement {
  const parameters = new Parameters(orgId)
  const bind = (value: Value) => parameters.bind(value)
  const conditions = [
    ...ofOrganisation(search, bind),
    ...families.flatMap((family) => {
      const of = `d.family = ${bind(family)}`
      return [
        ...search.ranges.map(
          ({ column, first, end }) => `${of} and d.${column} >= ${bind(first)} and d.${column} < ${bind(end)}`,
        ),
        ...search.equals.map(({ column, value }) => `${of} and d.${column} = ${bind(value)}`),
      ]
    }),
  ]
  return limited(conditions, columns, max, parameters)
}

function limited(conditions: readonly string[], columns: string, max: number, parameters: Parameters): Statement {
  const selects = conditions.map((one) => `select ${columns} from documents d where d.org_id = $1 and ${one}`)
  return planned(`select * from (${selects.join(' union all ')}) found limit ${max}`, parameters)
}

interface NameOf {
  readonly family: Family
  readonly column: 'billed_by_name' | 'billed_to_name'
  readonly name: string
}

/** Names are few, however many documents have them: each is read once, from the index of names. */
async function namesWith(db: Database, orgId: string, families: readonly Family[], contained: string) {
  const places = families.flatMap((family) =>
    (['billed_by_name', 'billed_to_name'] as const).map((column) => ({ family, column })),
  )
  const read = await db.snapshot(
    places.map(({ family, column }) => ({
      ...sql(distinctNames(column), orgId, family, patternOf(contained)),
      isLong: true,
    })),
  )
  const found: NameOf[] = []
  let isComplete = true
  for (const [at, place] of places.entries()) {
    for (const row of read[at] ?? []) {
      const name = text(row, 'name')
      if (name.includes(contained)) found.push({ ...place, name })
      if (integer(row, 'at') === namesMax) isComplete = false
    }
  }
  return { found: found.slice(0, foundNamesMax), isComplete: isComplete && found.length <= foundNamesMax }
}

/** Names of each family and side that are looked at. */
const namesMax = 3_000
const foundNamesMax = 200

/** Those that match, and the last one that is looked at. */
function distinctNames(column: NameOf['column']): string {
  const next = (beyond: string) =>
    `select min(${column}) from documents where org_id = $1 and family = $2 and ${column} ${beyond}`
  return `select name, at from (with recursive names (name, at) as (
      select (${next(`>= ''`)}), 1
      union all select (${next('> names.name')}), at + 1 from names where name is not null and at < ${namesMax}
    ) select name, at from names) found
    where name is not null and (name like $3 escape '\\' or at = ${namesMax})`
}

function byNames(orgId: string, names: readonly NameOf[], { columns, max }: TextSearch): Statement {
  const parameters = new Parameters(orgId)
  const conditions = names.map(
    ({ family, column, name }) => `d.family = ${parameters.bind(family)} and d.${column} = ${parameters.bind(name)}`,
  )
  return limited(conditions, columns, max, parameters)
}

interface SequenceOf {
  readonly family: Family
  readonly sequence: number
}

/** Undefined: the text is in more numbers than a search reads. */
async function numbersWith(
  db: Database,
  orgId: string,
  { families, max }: TextSearch,
  containedInNumber: readonly string[],
) {
  const places = families.flatMap((family) => containedInNumber.map((contained) => ({ family, contained })))
  const read = await db.snapshot(
    places.flatMap(({ family, contained }) =>
      [blocksWith, newestWith].map((statement) => statement({ orgId, family }, patternOf(contained))),
    ),
  )
  const missing = await db.snapshot(families.map((family) => notInBlocks({ orgId, family })))
  const sequences: SequenceOf[] = []
  for (const [at, { family, contained }] of places.entries()) {
    const [blocks = [], newest = []] = [read[2 * at], read[2 * at + 1]]
    if (blocks.length === blocksMax) return undefined
    const inBlocks = blocks.flatMap((row) => sequencesIn(integer(row, 'block'), text(row, 'numbers'), contained))
    const all = [...inBlocks, ...newest.map((row) => integer(row, 'sequence'))]
    sequences.push(...all.map((sequence) => ({ family, sequence })))
  }
  if (sequences.length >= max) return undefined
  return { sequences, isComplete: missing.every((rows) => rows.length === 0) }
}

function bySequence(orgId: string, found: readonly SequenceOf[], { columns }: TextSearch): readonly Statement[] {
  return [...Map.groupBy(found, ({ family }) => family)].map(([family, own]) => {
    const parameters = new Parameters(orgId)
    const of = parameters.bind(family)
    const sequences = own.map(({ sequence }) => parameters.bind(sequence)).join(', ')
    return planned(
      `select ${columns} from documents d
       where d.org_id = $1 and d.family = ${of} and d.sequence in (${sequences})`,
      parameters,
    )
  })
}
