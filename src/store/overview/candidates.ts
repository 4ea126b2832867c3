import { families } from '@selfbill/pint-ae/document'
import type { Statement, Value } from '../database/database.ts'
import { failedUnhandled, mayNeedAttention, type OrderKey, type OverviewFilter, Parameters } from './overview-filter.ts'

/**
 * The order that a filter has by itself. One by date or by change orders by it, so that it reads
 * one range of an index.
 */
export function orderKeyOf({ sort, changedSince, from, to }: OverviewFilter): OrderKey {
  if (sort !== undefined) return sort
  if (changedSince !== undefined) return 'change'
  return from === undefined && to === undefined ? 'creation' : 'day'
}

/** A place between two documents of a list. */
export interface Position {
  /** The column of the order; undefined in the order of creation. */
  readonly key: string | number | undefined
  readonly id: string
}

/** A part of a list: the candidates after a position, in one direction. */
export interface Stretch {
  readonly orgId: string
  readonly filter: OverviewFilter
  readonly isAscending: boolean
  readonly after: Position | undefined
  /** How many candidates. */
  readonly count: number
}

/** A select of candidates (`id`, `key`) in the order of the list; one document may come twice. */
export function candidatesOf(stretch: Stretch, parameters: Parameters): string {
  const streams = streamsOf(stretch.filter, parameters).map((stream) => streamText(stream, stretch, parameters))
  const [only, ...others] = streams
  if (only !== undefined && others.length === 0) return only
  const all = streams.map((text, at) => `select * from (${text}) s${at}`).join(' union all ')
  return `select id, key from (${all}) c ${orderOf(stretch)} limit ${stretch.count}`
}

/** `order by` the list's order, of candidates `c`. */
export function orderOf({ filter, isAscending }: Pick<Stretch, 'filter' | 'isAscending'>): string {
  const way = isAscending ? 'asc' : 'desc'
  return orderKeyOf(filter) === 'creation' ? `order by c.id ${way}` : `order by c.key ${way}, c.id ${way}`
}

/** The last candidate of the stretch; nothing if there are fewer. */
export function lastCandidate(stretch: Stretch): Statement {
  const parameters = new Parameters(stretch.orgId)
  const text = candidatesOf(stretch, parameters)
  return planned(`select id, key from (${text}) c ${orderOf(stretch)} limit 1 offset ${stretch.count - 1}`, parameters)
}

export function planned(text: string, { values }: Parameters): Statement {
  return { sql: text, params: values, isPlannedByValues: true }
}

/** One range of an index that holds documents in the list's order. */
interface Stream {
  readonly from: string
  readonly id: string
  readonly key: string
}

/** The part of the filter that an index serves in the order of the list. */
function streamsOf(filter: OverviewFilter, parameters: Parameters): readonly Stream[] {
  const order = orderKeyOf(filter)
  return order === 'creation' ? selectiveStreams(filter, parameters) : orderedStreams(order, filter, parameters)
}

/** Another order than that of the ids: the range of the filter in the index of the order. */
function orderedStreams(
  order: Exclude<OrderKey, 'creation'>,
  filter: OverviewFilter,
  parameters: Parameters,
): readonly Stream[] {
  const { changedSince, from, to, amountFrom, amountTo } = filter
  const between = (column: string, lower: Value | undefined, upper: Value | undefined) => [
    documents(
      (lower === undefined ? '' : ` and ${column} >= ${parameters.bind(lower)}`) +
        (upper === undefined ? '' : ` and ${column} <= ${parameters.bind(upper)}`),
      column,
    ),
  ]
  switch (order) {
    case 'change':
      return between('d.updated_at', changedSince, undefined)
    case 'day':
      return between('d.issue_date', from, to)
    case 'amount':
      return between('d.payable_key', amountFrom ?? lowestAmount, amountTo)
    case 'number':
      return (filter.families.length === 0 ? families : filter.families).map((family) =>
        documents(` and d.family = ${parameters.bind(family)}`, 'd.document_number'),
      )
  }
}

/** Below every amount: documents whose key is not known yet have no place in the order. */
const lowestAmount = -1e14

function documents(condition: string, key = "''"): Stream {
  return { from: `documents d where d.org_id = $1${condition}`, id: 'd.id', key }
}

/** The most selective part of the filter, in the order of the ids. */
function selectiveStreams(filter: OverviewFilter, parameters: Parameters): readonly Stream[] {
  const bind = (value: Value) => parameters.bind(value)
  const legs = (condition: string): Stream => ({
    from: `legs l where l.org_id = $1 and ${condition}`,
    id: 'l.document_id',
    key: "''",
  })
  const { status, c3Status, c5Status } = filter
  if (filter.needsAttention) {
    return [legs(mayNeedAttention), documents(` and ${failedUnhandled}`)]
  }
  if (filter.isHandled === true) return [documents(' and d.handled_revision is not null')]
  const leg = rarer({ corner: 'C3', status: c3Status }, { corner: 'C5', status: c5Status })
  if (status !== undefined && (status !== 'APPROVED' || leg === undefined)) {
    return [documents(` and d.overall_status = ${bind(status)}`)]
  }
  if (leg?.status !== undefined) return [legs(`l.corner = '${leg.corner}' and l.status = ${bind(leg.status)}`)]
  if (filter.families.length > 0 && filter.families.length < families.length) {
    return filter.families.map((family) => documents(` and d.family = ${bind(family)}`))
  }
  return [documents('')]
}

interface LegOf {
  readonly corner: 'C3' | 'C5'
  readonly status: OverviewFilter['c3Status']
}

/** Most legs are done. */
function rarer(...legs: readonly LegOf[]): LegOf | undefined {
  const filtered = legs.filter(({ status }) => status !== undefined)
  return filtered.find(({ status }) => status !== 'APPROVED' && status !== 'NOT_REQUIRED') ?? filtered[0]
}

function streamText({ from, id, key }: Stream, stretch: Stretch, parameters: Parameters): string {
  const { after, isAscending, count } = stretch
  const beyond = isAscending ? '>' : '<'
  const way = isAscending ? 'asc' : 'desc'
  const isById = after?.key === undefined
  const start =
    after === undefined
      ? ''
      : isById
        ? ` and ${id} ${beyond} ${parameters.bind(after.id)}`
        : ` and (${key}, ${id}) ${beyond} (${parameters.bind(after.key ?? '')}, ${parameters.bind(after.id)})`
  const order = key === "''" ? `${id} ${way}` : `${key} ${way}, ${id} ${way}`
  return `select ${id} as id, ${key} as key from ${from}${start} order by ${order} limit ${count}`
}
