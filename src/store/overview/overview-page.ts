import { families } from '@selfbill/pint-ae/document'
import { integer, text } from '../database/columns.ts'
import type { Database, Row } from '../database/database.ts'
import {
  candidatesOf,
  lastCandidate,
  type OrderKey,
  orderKeyOf,
  orderOf,
  type Position,
  planned,
  type Stretch,
} from './candidates.ts'
import { conditionOf, type OverviewFilter, Parameters, searchOf } from './overview-filter.ts'

/**
 * A page of an organisation's documents over all families. The most selective part of the filter
 * reads its index in the order of the list, and the rest is checked document by document. A filter
 * that matches little would read the whole table: the search stops after `candidatesMax` documents,
 * and the page says where it goes on.
 */
export async function overviewPage(db: Database, wanted: OverviewWanted): Promise<OverviewPage> {
  const few = await fewMatches(db, wanted)
  return few === undefined ? scanned(db, wanted) : chosen(db, wanted, few)
}

export interface OverviewWanted {
  readonly orgId: string
  readonly filter: OverviewFilter
  readonly isAscending: boolean
  readonly after: Position | undefined
  readonly size: number
}

export interface OverviewPage {
  /** In the order of the list. */
  readonly found: readonly Position[]
  /** Where the search goes on; undefined at the end of the list. */
  readonly rest: Position | undefined
  /** The search stopped before the page was full. */
  readonly isPartial: boolean
}

/** How many documents one search looks at. */
export const candidatesMax = 5_000

/**
 * After a first one of the page's size, which is often enough. Together not more than
 * `candidatesMax`.
 */
const stretches = [200, 1_000, 3_600]

async function scanned(db: Database, wanted: OverviewWanted): Promise<OverviewPage> {
  const found: Position[] = []
  let after = wanted.after
  for (const count of [wanted.size + 1, ...stretches]) {
    const stretch = { ...wanted, after, count }
    const [matches = [], [last] = []] = await db.snapshot([matchesOf(stretch, wanted.size), lastCandidate(stretch)])
    found.push(...matches.map((row) => positionOf(row, wanted.filter)))
    if (found.length > wanted.size) return full(found, wanted.size)
    if (last === undefined) return { found, rest: undefined, isPartial: false }
    after = positionOf(last, wanted.filter)
  }
  return { found, rest: after, isPartial: found.length < wanted.size }
}

function full(found: readonly Position[], size: number): OverviewPage {
  const shown = found.slice(0, size)
  return { found: shown, rest: found.length > size ? shown.at(-1) : undefined, isPartial: false }
}

/**
 * The candidates of the stretch that match the whole filter: one more than the page needs. `cross`:
 * SQLite must not begin with the documents.
 */
function matchesOf(stretch: Stretch, size: number) {
  const parameters = new Parameters(stretch.orgId)
  const candidates = candidatesOf(stretch, parameters)
  return planned(
    `select distinct c.id, c.key from (${candidates}) c cross join documents d
     where d.org_id = $1 and d.id = c.id and ${conditionOf(stretch.filter, parameters)}
     ${orderOf(stretch)} limit ${size + 1}`,
    parameters,
  )
}

function positionOf(row: Row, filter: OverviewFilter): Position {
  const keys: Readonly<Record<OrderKey, () => Position['key']>> = {
    creation: () => undefined,
    day: () => text(row, 'key'),
    change: () => integer(row, 'key'),
  }
  return { id: text(row, 'id'), key: keys[orderKeyOf(filter)]() }
}

/**
 * The documents that the text finds, if they are few: the indices of numbers, names and TRNs then
 * give all of them. Undefined without a text, or if it finds many: those are met soon in any order.
 */
async function fewMatches(db: Database, { orgId, filter }: OverviewWanted): Promise<readonly Position[] | undefined> {
  if (filter.text === undefined) return undefined
  const rows = await db.query(textStatement(orgId, filter, filter.text))
  if (rows.length > fewMax) return undefined
  const key = orderKeyOf(filter)
  const byId = new Map(
    rows.map((row) => {
      const keys = { creation: undefined, day: text(row, 'issue_date'), change: integer(row, 'updated_at') }
      return [text(row, 'id'), keys[key]]
    }),
  )
  return [...byId].map(([id, value]) => ({ id, key: value }))
}

const fewMax = 2_000

function textStatement(orgId: string, filter: OverviewFilter, wanted: string) {
  const parameters = new Parameters(orgId)
  const { id, ranges, equals } = searchOf(wanted)
  const selects: string[] = []
  const select = (condition: string) =>
    selects.push(`select d.id, d.issue_date, d.updated_at from documents d where d.org_id = $1 and ${condition}`)
  if (id !== undefined) {
    const bound = parameters.bind(id)
    select(`d.id = ${bound}`)
    select(`d.id in (select l.document_id from legs l where l.org_id = $1 and l.transmission_uuid = ${bound})`)
    return planned(selects.join(' union '), parameters)
  }
  for (const family of filter.families.length > 0 ? filter.families : families) {
    const of = `d.family = ${parameters.bind(family)}`
    for (const { column, first, end } of ranges) {
      select(`${of} and d.${column} >= ${parameters.bind(first)} and d.${column} < ${parameters.bind(end)}`)
    }
    for (const { column, value } of equals) select(`${of} and d.${column} = ${parameters.bind(value)}`)
  }
  return planned(`select * from (${selects.join(' union all ')}) found limit ${fewMax + 1}`, parameters)
}

/** A page of the given documents, in the list's order and through the rest of the filter. */
async function chosen(db: Database, wanted: OverviewWanted, few: readonly Position[]): Promise<OverviewPage> {
  const sign = wanted.isAscending ? 1 : -1
  const { after } = wanted
  const inOrder = few
    .filter((position) => after === undefined || compare(position, after) * sign > 0)
    .toSorted((left, right) => compare(left, right) * sign)
  const isOnlyText = conditionOf({ ...wanted.filter, text: undefined }, new Parameters(wanted.orgId)) === 'true'
  if (isOnlyText) return full(inOrder, wanted.size)
  const found: Position[] = []
  for (let at = 0; at < inOrder.length && found.length <= wanted.size; at += checkedAtOnce) {
    const some = inOrder.slice(at, at + checkedAtOnce)
    const parameters = new Parameters(wanted.orgId)
    const ids = some.map(({ id }) => parameters.bind(id)).join(', ')
    const condition = conditionOf({ ...wanted.filter, text: undefined }, parameters)
    const rows = await db.query(
      planned(`select d.id from documents d where d.org_id = $1 and d.id in (${ids}) and ${condition}`, parameters),
    )
    const matching = new Set(rows.map((row) => text(row, 'id')))
    found.push(...some.filter(({ id }) => matching.has(id)))
  }
  return full(found, wanted.size)
}

const checkedAtOnce = 200

/** By code point, like the databases. */
function compare(left: Position, right: Position): number {
  if (left.key !== undefined && right.key !== undefined && left.key !== right.key) return left.key < right.key ? -1 : 1
  if (left.id === right.id) return 0
  return left.id < right.id ? -1 : 1
}
