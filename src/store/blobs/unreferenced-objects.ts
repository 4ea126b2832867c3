import { integer, text } from '../database/columns.ts'
import { type Database, rowPlaces, sql } from '../database/database.ts'

/**
 * Objects of past months that no row refers to, and since when that is known. No new row refers to
 * an object of a past month, so it stays true; a restored database begins to wait again.
 */
export async function unreferencedBetween(
  db: Database,
  orgId: string,
  { after: start, to }: { readonly after: string; readonly to: string },
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  let after = start
  for (;;) {
    const rows = await db.query(
      sql(
        `select object, found_at from unreferenced_objects
         where org_id = $1 and object > $2 and object <= $3 order by object limit ${pageRows}`,
        orgId,
        after,
        to,
      ),
    )
    for (const row of rows) found.set(text(row, 'object'), integer(row, 'found_at'))
    if (rows.length < pageRows) return found
    after = text(rows.at(-1) ?? {}, 'object')
  }
}

export async function addUnreferenced(
  db: Database,
  orgId: string,
  objects: readonly string[],
  foundAt: number,
): Promise<void> {
  for (const some of inBatches(objects)) {
    const rows = some.map((object) => [orgId, object, foundAt])
    await db.query(
      sql(
        `insert into unreferenced_objects (org_id, object, found_at) values ${rowPlaces(rows)} on conflict do nothing`,
        ...rows.flat(),
      ),
    )
  }
}

/** Forgets objects that were deleted, or that a row refers to after all. */
export async function forgetUnreferenced(db: Database, orgId: string, objects: readonly string[]): Promise<void> {
  for (const some of inBatches(objects)) {
    const places = some.map((_, at) => `$${at + 2}`).join(', ')
    await db.query(sql(`delete from unreferenced_objects where org_id = $1 and object in (${places})`, orgId, ...some))
  }
}

function* inBatches(objects: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < objects.length; at += batchMax) yield objects.slice(at, at + batchMax)
}

const pageRows = 2_000
const batchMax = 200
