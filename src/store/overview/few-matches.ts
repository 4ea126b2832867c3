import { families } from '@selfbill/pint-ae/document'
import { integer, optionalInteger, text } from '../database/columns.ts'
import type { Database, Row } from '../database/database.ts'
import { candidatesOf, orderKeyOf, type Position, planned } from './candidates.ts'
import { type OverviewFilter, Parameters } from './overview-filter.ts'
import { type Finds, textFinds } from './text-finds.ts'

/** The documents that a part of the filter finds, when they are few. In no order. */
export interface FewMatches {
  readonly found: readonly Position[]
  /** False: an index does not have all documents yet. */
  readonly isComplete: boolean
  /** What is left of the filter for them. */
  readonly rest: OverviewFilter
}

/**
 * Tries the parts of the filter that an index of their own serves. Undefined without such a part,
 * or if each finds more than `max`: those are met soon in any order.
 */
export async function fewMatches(
  db: Database,
  { orgId, filter }: { readonly orgId: string; readonly filter: OverviewFilter },
  max: number,
): Promise<FewMatches | undefined> {
  const order = orderKeyOf(filter)
  for (const find of [byText, bySupplier, byCustomer, byAmount, byStatus]) {
    const finds = await find(db, orgId, filter, max)
    if (finds === undefined || finds.rows.length > max) continue
    const byId = new Map(finds.rows.map((row) => [text(row, 'id'), positionOf(row, order)]))
    const found = [...byId.values()].filter((position) => position !== undefined)
    return { found, isComplete: finds.isComplete, rest: find === byText ? { ...filter, text: undefined } : filter }
  }
  return undefined
}

/** How many documents are few. */
export const fewMax = 2_000

/** Not all rows are read where there are more than `max`. Undefined: no such part, or many. */
type Find = (db: Database, orgId: string, filter: OverviewFilter, max: number) => Promise<Finds | undefined>

/** Undefined: the document has no place in the order, because its key is not known yet. */
function positionOf(row: Row, order: ReturnType<typeof orderKeyOf>): Position | undefined {
  const id = text(row, 'id')
  switch (order) {
    case 'creation':
      return { id, key: undefined }
    case 'day':
      return { id, key: text(row, 'issue_date') }
    case 'change':
      return { id, key: integer(row, 'updated_at') }
    case 'number':
      return { id, key: text(row, 'document_number') }
    case 'amount': {
      const key = optionalInteger(row, 'payable_key')
      return key === undefined ? undefined : { id, key }
    }
  }
}

/** Of `documents d`, for `positionOf`. */
const positionColumns = 'd.id, d.issue_date, d.updated_at, d.document_number, d.payable_key'

const byText: Find = async (db, orgId, filter, max) =>
  filter.text === undefined
    ? undefined
    : textFinds(db, orgId, {
        text: filter.text,
        families: filter.families.length > 0 ? filter.families : families,
        columns: positionColumns,
        max: max + 1,
      })

const bySupplier: Find = (db, orgId, { supplierTrn, families }, max) =>
  byTrn(db, orgId, { column: 'billed_by_vat', trn: supplierTrn, families }, max)

const byCustomer: Find = (db, orgId, { customerTrn, families }, max) =>
  byTrn(db, orgId, { column: 'billed_to_vat', trn: customerTrn, families }, max)

interface PartyWanted extends Pick<OverviewFilter, 'families'> {
  readonly column: 'billed_by_vat' | 'billed_to_vat'
  readonly trn: string | undefined
}

async function byTrn(db: Database, orgId: string, { column, trn, families: wanted }: PartyWanted, max: number) {
  if (trn === undefined) return undefined
  const parameters = new Parameters(orgId)
  const bound = parameters.bind(trn)
  const selects = (wanted.length > 0 ? wanted : families).map(
    (family) =>
      `select ${positionColumns} from documents d
       where d.org_id = $1 and d.family = ${parameters.bind(family)} and d.${column} = ${bound}`,
  )
  return limited(db, selects, parameters, max)
}

const byAmount: Find = async (db, orgId, { amountFrom, amountTo }, max) => {
  if (amountFrom === undefined && amountTo === undefined) return undefined
  const parameters = new Parameters(orgId)
  const bounds = [
    ...(amountFrom === undefined ? [] : [`d.payable_key >= ${parameters.bind(amountFrom)}`]),
    ...(amountTo === undefined ? [] : [`d.payable_key <= ${parameters.bind(amountTo)}`]),
  ]
  const select = `select ${positionColumns} from documents d where d.org_id = $1 and ${bounds.join(' and ')}`
  return limited(db, [select], parameters, max)
}

/** Statuses that few documents have, in another order than that of their index. */
const byStatus: Find = async (db, orgId, filter, max) => {
  const isRare = filter.needsAttention || filter.isHandled === true || isOpen(filter.status)
  if (!isRare || orderKeyOf(filter) === 'creation') return undefined
  const parameters = new Parameters(orgId)
  const own = { ...filter, sort: 'creation' } as const
  // A document comes with each of its legs.
  const count = legsOfOne * max + 1
  const candidates = candidatesOf({ orgId, filter: own, isAscending: false, after: undefined, count }, parameters)
  const select = `select ${positionColumns} from (${candidates}) c join documents d on d.org_id = $1 and d.id = c.id`
  const rows = await db.query(planned(select, parameters))
  if (rows.length === count) return undefined
  return { rows: [...new Map(rows.map((row) => [text(row, 'id'), row])).values()], isComplete: true }
}

/** Of one that needs attention: C3 and C5 of a revision or two. */
const legsOfOne = 4

function isOpen(status: OverviewFilter['status']): boolean {
  return status !== undefined && status !== 'APPROVED'
}

async function limited(db: Database, selects: readonly string[], parameters: Parameters, max: number): Promise<Finds> {
  const all = selects.map((select, at) => `select * from (${select} limit ${max + 1}) s${at}`).join(' union all ')
  return { rows: await db.query(planned(`${all} limit ${max + 1}`, parameters)), isComplete: true }
}
