import { strict as assert } from 'node:assert'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachEmptyDatabase } from '../../../test/support/databases/databases.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { feedFrom, numberEntries } from './feed.ts'
import { logOf } from './log.ts'
import { insertEntries } from './new-entries.ts'

const ours = new URL('../../../migrations/', import.meta.url)

eachEmptyDatabase('the migration of the log', (open) => {
  test('older entries keep ids and positions; the next one counts on', { skip: inFullRunOnly }, async () => {
    const db = open.keep(await openDatabase(open.location))
    const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'selfbill-before-entries-'))}/`)
    await cp(ours, folder, { recursive: true })
    for (const name of await readdir(folder)) if (name >= '0034') await rm(new URL(name, folder))
    await migrate(db, 1, folder)
    await rm(folder, { recursive: true })
    const documents = ['one', 'two'].flatMap((orgId) => ['a', 'b'].map((id) => ({ orgId, id })))
    await db.transaction([
      sql(`insert into organisations (id, name, default_api_version, phase2, created_at)
           values ('one', 'one', '1', 1, 0), ('two', 'two', '1', 1, 0)`),
      sql(`insert into profiles (org_id, profile_id, party, status, version, created_at, updated_at)
           values ('one', 'p', '{}', 'ACTIVE', 1, 0, 0), ('two', 'p', '{}', 'ACTIVE', 1, 0, 0)`),
      ...documents.map(({ orgId, id }, at) =>
        sql(
          `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version,
             api_version, revision, issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name,
             created_at, updated_at)
           values ($1, $2, 'sales-invoices', $3, $2, 'p', 1, '1', 1, '2026-01-01', 'AED', '1', '0', 'a', 'b', 0, 0)`,
          orgId,
          id,
          at,
        ),
      ),
      // Two rounds: the ids of one document are apart. The first round has positions.
      ...[1, 2].flatMap((round) =>
        documents.map(({ orgId, id }, at) =>
          sql(
            `insert into events (org_id, document_id, event, message, at, revision, feed_position)
             values ($1, $2, 'DOCUMENT_RESUBMITTED', 'm', $3, 1, $4)`,
            orgId,
            id,
            10 * round + at,
            round === 1 ? 1 + (at % 2) : null,
          ),
        ),
      ),
      sql("insert into feed_heads (org_id, last) values ('one', 2), ('two', 2)"),
    ])

    assert.ok((await migrate(db, 2)).includes('0034-entries'))

    const idsOf = async (orgId: string, id: string) =>
      ((await logOf(db, orgId, 'sales-invoices', id)) ?? []).map((row) => row.id)
    assert.deepEqual(await Promise.all(documents.map(({ orgId, id }) => idsOf(orgId, id))), [
      [1, 5],
      [2, 6],
      [3, 7],
      [4, 8],
    ])
    const becomes = { revision: 2, overallStatus: 'PENDING' } as const
    const entry = { orgId: 'one', documentId: 'a', event: 'DOCUMENT_RESUBMITTED', message: 'm', becomes } as const
    await db.transaction(insertEntries([entry], 30))
    assert.deepEqual(await idsOf('one', 'a'), [1, 5, 6])
    assert.equal(await numberEntries(db, 'one', 50), 3)
    const feed = await feedFrom(db, 'one', 1, 50)
    assert.deepEqual(
      feed.map(({ documentId, id, position }) => [documentId, id, position]),
      [
        ['a', 1, 1],
        ['b', 2, 2],
        ['a', 5, 3],
        ['b', 6, 4],
        ['a', 6, 5],
      ],
    )
  })
})
