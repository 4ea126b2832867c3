import type { Family } from '@selfbill/pint-ae/document'
import { integer, onlyRow, text } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { textLength } from '../database/text-parts.ts'
import { Condition, type DocumentFilter, endOfPrefix } from './document-filter.ts'
import { type DocumentRow, documentColumns, documentRow } from './document-row.ts'

/**
 * A page of an organisation's documents in a family, newest first. Every filter reads its own index
 * from the end, and `before` continues where a page ended, so a page costs the same at any depth.
 * Sequences are assigned in the order of commits, so a new document never lands between two pages.
 * `page` counts from the newest and pays for the documents it skips; without a filter it does not,
 * because the sequence gives the start of a page.
 */
export async function listDocuments(db: Database, wanted: ListWanted): Promise<DocumentPage> {
  const { total, isTotalExact, isUnfiltered } = await totalOf(db, wanted)
  const offset = wanted.page * wanted.size
  if (total === 0 || (isTotalExact && offset >= total)) return { documents: [], total, isTotalExact }
  const from = isUnfiltered && wanted.before === undefined ? { ...wanted, page: 0, before: total - offset + 1 } : wanted
  const names = await namesOf(db, from)
  if (names?.names.length === 0) return { documents: [], total, isTotalExact }
  const rows = await db.query(pageStatement(from, names))
  const documents = rows.map((row) => ({ ...documentRow(row), textBytes: integer(row, 'text_bytes') }))
  return { documents, total, isTotalExact }
}

export interface ListWanted {
  readonly orgId: string
  readonly family: Family
  readonly filter: DocumentFilter
  /** Counts from 0; always 0 with `before`. */
  readonly page: number
  readonly size: number
  /** Lists only documents with a lower sequence. */
  readonly before: number | undefined
}

export interface DocumentPage {
  readonly documents: readonly ListedDocument[]
  /** The number of documents that match; `totalMax` if there are more. */
  readonly total: number
  readonly isTotalExact: boolean
}

export interface ListedDocument extends DocumentRow {
  /** The size of its answer and findings. */
  readonly textBytes: number
}

/** The sequence of a document, for `before`. Undefined if the family has no such document. */
export async function sequenceOf(db: Database, orgId: string, family: Family, id: string): Promise<number | undefined> {
  const [row] = await db.query(
    sql('select sequence from documents where org_id = $1 and family = $2 and id = $3', orgId, family, id),
  )
  return row && integer(row, 'sequence')
}

/** An exact count above this is not worth its cost. */
export const totalMax = 10_000

/** Without a filter the family's last sequence is the count, since no document is ever deleted. */
async function totalOf(db: Database, { orgId, family, filter }: ListWanted) {
  const condition = new Condition(orgId, family, filter)
  if (condition.isUnfiltered) {
    const [row] = await db.query(sql('select last from sequences where org_id = $1 and family = $2', orgId, family))
    return { total: row === undefined ? 0 : integer(row, 'last'), isTotalExact: true, isUnfiltered: true }
  }
  const limited = `select 1 from ${condition.tables} where ${condition.text} limit ${totalMax + 1}`
  const rows = await db.query(condition.statement(`select count(*) as total from (${limited}) counted`))
  const counted = integer(onlyRow(rows), 'total')
  return { total: Math.min(counted, totalMax), isTotalExact: counted <= totalMax, isUnfiltered: false }
}

/**
 * The names that match a filter by name, if there are few. The newest documents of each name are at
 * the end of its index range, so they are cheap to read.
 */
async function namesOf(db: Database, { orgId, family, filter, page, size }: ListWanted): Promise<Names | undefined> {
  let fewest: Names | undefined
  for (const column of ['billed_by_name', 'billed_to_name'] as const) {
    const prefix = (column === 'billed_by_name' ? filter.billedByName : filter.billedToName)?.toLowerCase()
    if (prefix === undefined) continue
    const next = (beyond: string) =>
      `select min(${column}) from documents
       where org_id = $1 and family = $2 and ${column} ${beyond} and ${column} < $4`
    const rows = await db.query(
      sql(
        `select name from (with recursive names (name) as (
           select (${next('>= $3')}) union all select (${next('> names.name')}) from names where name is not null
         ) select name from names where name is not null limit ${namesMax + 1}) found`,
        orgId,
        family,
        prefix,
        endOfPrefix(prefix),
      ),
    )
    if (rows.length < (fewest?.names.length ?? namesMax + 1))
      fewest = { column, names: rows.map((row) => text(row, 'name')) }
  }
  return fewest !== undefined && fewest.names.length * (page + 1) * size <= mergedMax ? fewest : undefined
}

interface Names {
  readonly column: 'billed_by_name' | 'billed_to_name'
  readonly names: readonly string[]
}

/** Only a short prefix matches more names than this, and then its documents are everywhere. */
const namesMax = 50
const mergedMax = 10_000

function pageStatement({ orgId, family, filter, before, page, size }: ListWanted, names: Names | undefined): Statement {
  const condition = new Condition(orgId, family, filter)
  if (before !== undefined) condition.and('d.sequence <', before)
  const newest = (own: string, count: number) =>
    `select d.* from ${condition.tables} where ${condition.text}${own} order by d.sequence desc limit ${count}`
  const skipped = page * size
  const chosen =
    names === undefined
      ? `${newest('', size)} offset ${skipped}`
      : `select * from (${newestOfEach(names, condition, (own) => newest(own, skipped + size))}) merged
         order by sequence desc limit ${size} offset ${skipped}`
  // No join: planned for its values, one could read all revisions of an organisation for each row
  // (docs/decisions/0104).
  return condition.statement(
    `select ${documentColumns}, (select ${textLength('r.answer')} + ${textLength('r.findings')} from revisions r
       where r.org_id = $1 and r.document_id = d.id and r.revision = d.revision) as text_bytes
     from (${chosen}) d order by d.sequence desc`,
  )
}

function newestOfEach({ column, names }: Names, condition: Condition, newest: (own: string) => string): string {
  const own = (name: string) => newest(` and d.${column} = ${condition.bind(name)}`)
  return names.map((name, at) => `select * from (${own(name)}) n${at}`).join(' union all ')
}
