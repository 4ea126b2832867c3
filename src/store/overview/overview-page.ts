import { integer, text } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { candidatesOf, lastCandidate, orderKeyOf, orderOf, type Position, planned, type Stretch } from './candidates.ts'
import { type FewMatches, fewMatches, fewMax } from './few-matches.ts'
import { conditionOf, type OverviewFilter, Parameters } from './overview-filter.ts'

/**
 * A page of an organisation's documents over all families. The most selective part of the filter
 * reads its index in the order of the list, and the rest is checked document by document. A filter
 * that matches little would read the whole table: the search stops after `candidatesMax` documents,
 * and the page says where it goes on. Not more than `max` documents are few.
 */
export async function overviewPage(db: Database, wanted: OverviewWanted, max = fewMax): Promise<OverviewPage> {
  const few = await fewMatches(db, wanted, max)
  const isIndexed = few?.isComplete !== false && !(await needsMissingKeys(db, wanted))
  return { ...(few === undefined ? await scanned(db, wanted) : await chosen(db, wanted, few)), isIndexed }
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
  /** False: documents that match may be missing, because an index does not have them yet. */
  readonly isIndexed: boolean
}

/** Whether it looks for keys that documents of earlier versions lack until the upkeep was there. */
async function needsMissingKeys(db: Database, { orgId, filter }: OverviewWanted): Promise<boolean> {
  const { amountFrom, amountTo, text: searched } = filter
  if (orderKeyOf(filter) !== 'amount' && (amountFrom ?? amountTo ?? searched) === undefined) return false
  const rows = await db.query(sql('select id from documents where org_id = $1 and payable_key is null limit 1', orgId))
  return rows.length > 0
}

type Found = Omit<OverviewPage, 'isIndexed'>

/** How many documents one search looks at. */
export const candidatesMax = 5_000

/**
 * After a first one of the page's size, which is often enough. Together not more than
 * `candidatesMax`.
 */
const stretches = [200, 1_000, 3_600]

async function scanned(db: Database, wanted: OverviewWanted): Promise<Found> {
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

function full(found: readonly Position[], size: number): Found {
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
  const order = orderKeyOf(filter)
  const id = text(row, 'id')
  if (order === 'creation') return { id, key: undefined }
  return { id, key: order === 'day' || order === 'number' ? text(row, 'key') : integer(row, 'key') }
}

/** A page of the given documents, in the list's order and through the rest of the filter. */
async function chosen(db: Database, wanted: OverviewWanted, { found: few, rest }: FewMatches): Promise<Found> {
  const sign = wanted.isAscending ? 1 : -1
  const { after } = wanted
  const inOrder = few
    .filter((position) => after === undefined || compare(position, after) * sign > 0)
    .toSorted((left, right) => compare(left, right) * sign)
  if (conditionOf(rest, new Parameters(wanted.orgId)) === 'true') return full(inOrder, wanted.size)
  const found: Position[] = []
  for (let at = 0; at < inOrder.length && found.length <= wanted.size; at += checkedAtOnce) {
    const some = inOrder.slice(at, at + checkedAtOnce)
    const parameters = new Parameters(wanted.orgId)
    const ids = some.map(({ id }) => parameters.bind(id)).join(', ')
    const condition = conditionOf(rest, parameters)
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
