import { type Family, families, numberKey } from '@selfbill/pint-ae/document'
import { text, word } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { stepRowsMax } from '../database/delete-in-steps.ts'
import { jsonRows } from '../database/json-rows.ts'
import { acrossOrganisations } from '../database/organisation.ts'

/**
 * Fills the number keys of documents that an earlier version stored, and returns the organisations
 * that had such documents. Any number of instances may do it, and stop it at any moment.
 */
export async function fillNumberKeys(db: Database, isOver: () => boolean): Promise<readonly string[]> {
  const rows = await db.query(
    acrossOrganisations(
      'documents without a number key',
      sql('select distinct org_id from documents where number_key is null order by org_id'),
    ),
  )
  const organisations = rows.map((row) => text(row, 'org_id'))
  for (const orgId of organisations) while (!isOver() && (await fillSome(db, orgId)));
  return organisations
}

/** A step, so that nothing waits long for it. False: these were the last. */
async function fillSome(db: Database, orgId: string): Promise<boolean> {
  const rows = await db.query(
    sql(
      `select id, document_number from documents where org_id = $1 and number_key is null
       order by id limit ${stepRowsMax}`,
      orgId,
    ),
  )
  if (rows.length === 0) return false
  const keyed = JSON.stringify(
    rows.map((row) => ({ id: text(row, 'id'), key: numberKey(text(row, 'document_number')) })),
  )
  await db.transaction([
    // In the order in which delivery locks documents, so that neither waits for the other for ever.
    sql(
      `select d.id from ${jsonRows(db.dialect, 'keyed', { id: 'text' })}
         join documents d on d.org_id = $2 and d.id = keyed_id
       order by d.id ${db.dialect.forUpdate}`,
      keyed,
      orgId,
    ),
    sql(
      `update documents set number_key = keyed_key from ${jsonRows(db.dialect, 'keyed', { id: 'text', key: 'text' })}
       where org_id = $2 and id = keyed_id and number_key is null`,
      keyed,
      orgId,
    ),
  ])
  return rows.length === stepRowsMax
}

/** The documents whose numbers read the same as another's, next to each other. */
export async function sameNumbers(db: Database, orgId: string): Promise<readonly SameNumber[]> {
  const rows = await db.query(
    sql(
      `select d.family, d.number_key, d.id, d.document_number from documents d
         join (select family, number_key from documents where org_id = $1 and number_key is not null
           group by family, number_key having count(*) > 1) as same
           on same.family = d.family and same.number_key = d.number_key
       where d.org_id = $1 order by d.family, d.number_key, d.sequence`,
      orgId,
    ),
  )
  return rows.map((row) => ({
    family: word(row, 'family', families),
    key: text(row, 'number_key'),
    documentId: text(row, 'id'),
    documentNumber: text(row, 'document_number'),
  }))
}

export interface SameNumber {
  readonly family: Family
  readonly key: string
  readonly documentId: string
  readonly documentNumber: string
}
