import { bytes } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { statusReference } from '../legs/stored-status.ts'
import { monthBytes, monthOfReference } from './blobs.ts'

/**
 * The references in an organisation's rows to the objects of a month, page by page: parts of texts
 * and attachments, and statuses. References begin with their month, so an index has them together.
 * The same reference may come more than once.
 */
export function objectReferences(db: Reading, orgId: string, month: number): Pages {
  return referencesBetween(db, orgId, { start: monthBytes(month), end: monthBytes(month + 1) })
}

/** The references to all objects, those of texts by month, then those of statuses by month. */
export function everyObjectReference(db: Reading, orgId: string): Pages {
  return referencesBetween(db, orgId, { start: new Uint8Array(), end: new Uint8Array(3).fill(0xff) })
}

/** The months before `end` that have a reference: a read of the index for each. */
export async function monthsOfReferences(db: Reading, orgId: string, end: number): Promise<ReadonlySet<number>> {
  const months = new Set<number>()
  for (const references of [textReferences, statusReferences]) {
    for (let from = 0; ; ) {
      const month = await firstMonth(references(db, orgId, { start: monthBytes(from), end: monthBytes(end), rows: 1 }))
      if (month === undefined) break
      months.add(month)
      from = month + 1
    }
  }
  return months
}

/** References from before the months may lie between them. */
async function firstMonth(pages: AsyncIterable<readonly Uint8Array[]>): Promise<number | undefined> {
  for await (const page of pages) {
    const month = page.map(monthOfReference).find((one) => one !== undefined)
    if (month !== undefined) return month
  }
  return undefined
}

type Reading = Pick<Database, 'query'>
type Pages = AsyncGenerator<readonly Uint8Array[], void, undefined>

interface Range {
  readonly start: Uint8Array
  readonly end: Uint8Array
  /** Of a page. */
  readonly rows: number
}

async function* referencesBetween(db: Reading, orgId: string, ends: Pick<Range, 'start' | 'end'>): Pages {
  const range = { ...ends, rows: pageRows }
  yield* textReferences(db, orgId, range)
  yield* statusReferences(db, orgId, range)
}

function textReferences(db: Reading, orgId: string, { start, end, rows }: Range): Pages {
  return pagesOf(db, { column: 'content', from: start, rows }, (after) =>
    sql(
      `select content from text_parts where org_id = $1 and packing in ('plain-blob', 'gzip-blob')
         and content > $2 and content < $3 order by content limit ${rows}`,
      orgId,
      after,
      end,
    ),
  )
}

async function* statusReferences(db: Reading, orgId: string, { start, end, rows }: Range): Pages {
  const statuses = pagesOf(db, { column: 'envelope', from: statusPrefix(start), rows }, (after) =>
    sql(
      `select envelope from leg_statuses where org_id = $1 and octet_length(envelope) < 128
         and envelope > $2 and envelope < $3 order by envelope limit ${rows}`,
      orgId,
      after,
      statusPrefix(end),
    ),
  )
  for await (const envelopes of statuses) yield envelopes.flatMap((envelope) => statusReference(envelope)?.object ?? [])
}

async function* pagesOf(
  db: Reading,
  { column, from, rows }: { readonly column: string; readonly from: Uint8Array; readonly rows: number },
  pageAfter: (after: Uint8Array) => Statement,
): Pages {
  let after = from
  for (;;) {
    const page = (await db.query({ ...pageAfter(after), isLong: true })).map((row) => bytes(row, column))
    if (page.length > 0) yield page
    after = page.at(-1) ?? after
    if (page.length < rows) return
  }
}

/** How the envelopes begin that refer to objects of a month. */
function statusPrefix(month: Uint8Array): Uint8Array {
  return new TextEncoder().encode(`blob:${Buffer.from(month).toString('hex')}`)
}

const pageRows = 2_000
