import { bytes } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { statusReference } from '../legs/stored-status.ts'
import { monthBytes } from './blobs.ts'

/**
 * The references in an organisation's rows to the objects of a month, page by page: parts of texts
 * and attachments, and statuses. References begin with their month, so an index has them together.
 * The same reference may come more than once.
 */
export function objectReferences(
  db: Pick<Database, 'query'>,
  orgId: string,
  month: number,
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  return referencesBetween(db, orgId, { start: monthBytes(month), end: monthBytes(month + 1) })
}

/** The references to all objects, those of texts by month, then those of statuses by month. */
export function everyObjectReference(
  db: Pick<Database, 'query'>,
  orgId: string,
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  return referencesBetween(db, orgId, { start: new Uint8Array(), end: new Uint8Array(3).fill(0xff) })
}

async function* referencesBetween(
  db: Pick<Database, 'query'>,
  orgId: string,
  { start, end }: { readonly start: Uint8Array; readonly end: Uint8Array },
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  yield* pagesOf(db, { column: 'content', from: start }, (after) =>
    sql(
      `select content from text_parts where org_id = $1 and packing in ('plain-blob', 'gzip-blob')
         and content > $2 and content < $3 order by content limit ${pageRows}`,
      orgId,
      after,
      end,
    ),
  )
  const statuses = pagesOf(db, { column: 'envelope', from: statusPrefix(start) }, (after) =>
    sql(
      `select envelope from leg_statuses where org_id = $1 and octet_length(envelope) < 128
         and envelope > $2 and envelope < $3 order by envelope limit ${pageRows}`,
      orgId,
      after,
      statusPrefix(end),
    ),
  )
  for await (const envelopes of statuses) yield envelopes.flatMap((envelope) => statusReference(envelope)?.object ?? [])
}

async function* pagesOf(
  db: Pick<Database, 'query'>,
  { column, from }: { readonly column: string; readonly from: Uint8Array },
  pageAfter: (after: Uint8Array) => Statement,
): AsyncGenerator<readonly Uint8Array[], void, undefined> {
  let after = from
  for (;;) {
    const page = (await db.query({ ...pageAfter(after), isLong: true })).map((row) => bytes(row, column))
    if (page.length > 0) yield page
    after = page.at(-1) ?? after
    if (page.length < pageRows) return
  }
}

/** How the envelopes begin that refer to objects of a month. */
function statusPrefix(month: Uint8Array): Uint8Array {
  return new TextEncoder().encode(`blob:${Buffer.from(month).toString('hex')}`)
}

const pageRows = 2_000
