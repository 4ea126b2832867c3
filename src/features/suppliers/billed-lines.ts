import { type JsonValue, readJson } from '@selfbill/pint-ae/json'
import { integer, optionalText, text } from '../../store/database/columns.ts'
import { type Database, sql } from '../../store/database/database.ts'
import { takeRoom } from '../../store/database/stored-text.ts'
import { revisionTextColumns, revisionTextIn } from '../../store/documents/revision-texts.ts'
import type { Room } from '../../store/room.ts'
import type { KnownSupplier } from './known-suppliers.ts'

/** A line of an earlier invoice, for the next request: what is sold, and at what price. */
export interface BilledLine {
  readonly documentId: string
  readonly documentNumber: string
  readonly issueDate: string
  /** From 1. */
  readonly number: number
  /** Of the price. */
  readonly currency: string
  readonly line: ReadonlyMap<string, JsonValue>
}

interface LinesWanted {
  readonly orgId: string
  readonly supplier: Pick<KnownSupplier, 'key' | 'trn'>
  /** Any part of a name, a description or a code. */
  readonly search: string | undefined
}

/**
 * What the newest invoices of a supplier billed, each item once in each currency, at its newest
 * price. Ten documents are read, however many there are. Source: docs/decisions/0179.
 */
export async function billedLines(db: Database, wanted: LinesWanted, room: Room): Promise<readonly BilledLine[]> {
  const { orgId, supplier, search } = wanted
  const [column, value] =
    supplier.trn === undefined
      ? (['billed_by_name', supplier.key] as const)
      : (['billed_by_vat', supplier.trn] as const)
  const rows = await db.query(
    sql(
      `select d.id, d.document_number, d.issue_date, d.overall_status, d.currency, d.revision as present,
         ${revisionTextColumns('r.', 'request')}
       from (select org_id, id, document_number, issue_date, overall_status, currency, revision, removed_at,
               sequence from documents where org_id = $1 and family = 'purchase-invoices' and ${column} = $2
             order by sequence desc limit ${documentsMax}) d
       join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
       where r.org_id = $1 and d.removed_at is null and r.request is not null order by d.sequence desc`,
      orgId,
      value,
    ),
  )
  const found = new Map<string, BilledLine>()
  for (const row of rows) {
    if (unaccepted.has(optionalText(row, 'overall_status') ?? '')) continue
    const documentId = text(row, 'id')
    const request = revisionTextIn(db, row, 'request', { orgId, documentId, revision: integer(row, 'present') })
    if (request.bytes > bytesMax) continue
    await takeRoom(room, request)
    const currency = text(row, 'currency')
    const of = {
      documentId,
      documentNumber: text(row, 'document_number'),
      issueDate: text(row, 'issue_date'),
      currency,
    }
    for (const [at, line] of linesIn(readJson(await request.string())).entries()) {
      const key = keyOf(line, currency)
      if (found.has(key) || !matches(line, search)) continue
      found.set(key, { ...of, number: at + 1, line: again(line) })
      if (found.size === linesMax) return [...found.values()]
    }
  }
  return [...found.values()]
}

const documentsMax = 10
const linesMax = 50
/** Some hundred lines. Longer documents come from programs. */
const bytesMax = 256_000
/** They were not issued, or not accepted. */
const unaccepted: ReadonlySet<string> = new Set(['VALIDATION_FAILED', 'REJECTED'])

function linesIn(request: JsonValue): readonly ReadonlyMap<string, JsonValue>[] {
  const lines = request instanceof Map ? request.get('document_lines') : undefined
  return Array.isArray(lines) ? lines.filter((line) => line instanceof Map) : []
}

/** The item and its price; not its quantity, period, order line or discounts. */
function again(line: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, JsonValue> {
  return new Map([...line].filter(([member]) => ofItem.has(member)))
}

const identifying = [
  ...['name', 'description', 'unit_code', 'commodity_classification', 'standard_item_identification'],
  ...['additional_item_identification', 'seller_item_identification', 'buyer_item_identification'],
]
const ofItem: ReadonlySet<string> = new Set([...identifying, 'price', 'classified_tax_category', 'origin_country'])

function keyOf(line: ReadonlyMap<string, JsonValue>, currency: string): string {
  const texts = identifying.map((member) => [...textsIn(line.get(member))].map((one) => one.toLowerCase()))
  return JSON.stringify([currency, ...texts])
}

function matches(line: ReadonlyMap<string, JsonValue>, search: string | undefined): boolean {
  if (search === undefined) return true
  const part = search.toLowerCase()
  return identifying.some((member) => [...textsIn(line.get(member))].some((one) => one.toLowerCase().includes(part)))
}

function* textsIn(value: JsonValue | undefined): Generator<string> {
  if (typeof value === 'string') yield value
  if (value instanceof Map) for (const own of value.values()) yield* textsIn(own)
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item)
}
