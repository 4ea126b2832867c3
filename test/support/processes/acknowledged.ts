import { strict as assert } from 'node:assert'
import { createHash } from 'node:crypto'
import { databaseFile } from '../../../src/store/database/open-database.ts'
import { check } from '../../../src/store/database/sqlite-upkeep.ts'
import { findDocument, findUbl } from '../../../src/store/documents/find-document.ts'
import { unlimitedRoom } from '../../../src/store/room.ts'
import { openStore } from '../../../src/store/store.ts'
import { sql } from '../databases/any-row.ts'

/**
 * Every document that child-adds-documents.ts acknowledged is in the database and complete; no
 * number is missing or used twice.
 */
export async function assertAcknowledged(dataDir: string, lines: readonly string[]): Promise<void> {
  const store = await openStore({ dataDir }, 0)
  try {
    for (const line of lines) {
      const [orgId = '', id = '', sequence, hash] = line.split(' ')
      const document = await findDocument(store.database, orgId, 'purchase-invoices', id, unlimitedRoom)
      assert.equal(document?.sequence, Number(sequence), `document ${id} was acknowledged`)
      const ubl = await (await findUbl(store.database, orgId, 'purchase-invoices', id, unlimitedRoom))?.string()
      assert.equal(
        createHash('sha256')
          .update(ubl ?? '')
          .digest('hex'),
        hash,
        `the text of document ${id} is whole`,
      )
    }
    const [counts] = await store.database.query(
      sql(
        'select count(*) as documents, max(sequence) as last, (select count(*) from revisions) as revisions from documents',
      ),
    )
    assert.equal(counts?.documents, counts?.last)
    assert.equal(counts?.documents, counts?.revisions)
    assert.deepEqual(check(databaseFile(dataDir)), [])
  } finally {
    await store.close()
  }
}
