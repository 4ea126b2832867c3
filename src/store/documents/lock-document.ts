import { type Database, type Statement, sql, type Value } from '../database/database.ts'

/**
 * Locks a document's row until the commit. Nothing on the embedded database, which has one writer.
 * Whatever adds entries to the log of a document locks it first: the next id is one more than the
 * highest, and two transactions must not find the same one.
 */
export function lockDocument(db: Pick<Database, 'dialect'>, orgId: string, documentId: string): readonly Statement[] {
  const { forUpdate } = db.dialect
  if (forUpdate === '') return []
  return [sql(`select id from documents where org_id = $1 and id = $2 ${forUpdate}`, orgId, documentId)]
}

/**
 * The same for the documents of an organisation's legs `l` that a condition holds for; its values
 * begin with `$2`. In one order, so that two claims never wait for each other. The ids are an
 * array, which PostgreSQL finds once: with `in (select …)`, and statistics of a minute ago, it
 * looked for the legs anew for each document of the organisation, which took seconds.
 */
export function lockDocumentsOf(
  db: Pick<Database, 'dialect'>,
  legs: string,
  orgId: string,
  ...values: readonly Value[]
): readonly Statement[] {
  const { forUpdate } = db.dialect
  if (forUpdate === '') return []
  const text = `select d.id from documents d
    where d.org_id = $1
      and d.id = any (array(select l.document_id from legs l where l.org_id = $1 and ${legs}))
    order by d.id ${forUpdate}`
  return [sql(text, orgId, ...values)]
}
