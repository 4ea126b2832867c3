import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Client } from 'pg'
import { sql } from '../../../test/support/databases/any-row.ts'
import { onPostgres } from '../../../test/support/databases/databases.ts'
import { systemClock } from '../../clock/clock.ts'
import { organisationsWithLapsed } from '../../features/webhooks/claims.ts'
import { integer } from '../../store/database/columns.ts'
import type { Database } from '../../store/database/database.ts'
import { openPostgres } from '../../store/database/postgres.ts'
import { lapsedLegs } from '../../store/legs/leg-queue.ts'
import { organisationsWithOverdue } from '../../store/legs/overdue-legs.ts'
import { decidableWithdrawals } from '../../store/legs/withdrawals.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { LegClaims } from './leg-claims.ts'

// What finding work costs does not depend on how many organisations have none, or on how many legs of
// others are due: PostgreSQL counts the rows and the entries of indexes that it reads.

const organisations = 10_000
const busy = 100
const legsEach = 20

onPostgres('work of few among many organisations', (open) => {
  let database: Database
  before(async () => {
    await open()
    assert.ok('databaseUrl' in open.location)
    // A single connection, because only it knows the counts it has not reported yet.
    database = open.keep(await openPostgres(open.location.databaseUrl, { connectionsMax: 1 }))
    const addOrganisations = `insert into organisations (id, name, default_api_version, phase2, created_at)
      select 'org-' || lpad(o::text, 5, '0'), 'o' || o, '1', 0, 1 from generate_series(1, $1::int) o`
    await database.query(sql(addOrganisations, organisations))
    await addLegs('APPROVED', 'null', '10', `generate_series(1, ${organisations}) o`)
  })

  const addLegs = (status: string, dueAt: string, each: string, of: string) =>
    database.query(
      sql(
        `insert into legs (org_id, transmission_uuid, document_id, revision, corner, sender_id, receiver_id, doc_type_id,
           process_id, country, status, attempts, in_doubt, next_attempt_at, mark, created_at, updated_at)
         select 'org-' || lpad(o::text, 5, '0'), gen_random_uuid()::text, 'document ' || n, 1, 'C3', 's', 'r', 't', 'p',
           'AE', '${status}', 0, 0, ${dueAt}, 'm', 1, 1 from ${of}, generate_series(1, ${each}) n`,
      ),
    )

  /** Alone: a pipeline is a transaction. */
  async function vacuum(): Promise<void> {
    assert.ok('databaseUrl' in open.location)
    const client = new Client({ connectionString: open.location.databaseUrl })
    await client.connect()
    await client.query('vacuum (analyze) legs')
    await client.end()
  }

  /** The documents that the legs send. */
  const addDocuments = () =>
    database.query(
      sql(
        `insert into leg_documents (org_id, transmission_uuid, document_xml)
         select org_id, transmission_uuid, '<x/>' from legs where next_attempt_at is not null on conflict do nothing`,
      ),
    )

  const claims = () =>
    new LegClaims({
      ...{ db: database, look: new OrganisationLook(database, systemClock), owner: 'one', accessPoint: 'default' },
      ...{ leaseMs: 100, pollMs: 1_000, doubtAfterMs: 5_000 },
      onTrouble: (_, error) => assert.fail(String(error)),
    })

  /** Rows and index entries that the work reads. */
  async function readBy(work: () => Promise<unknown>): Promise<number> {
    const earlier = await read(database)
    await work()
    return (await read(database)) - earlier
  }

  test('their due legs are found and claimed by reading a few rows for each', async () => {
    await addLegs(
      'PENDING',
      '1000 + n',
      `${legsEach}`,
      `generate_series(1, ${organisations}, ${organisations / busy}) o`,
    )
    await addDocuments()
    await database.query(sql('analyze legs'))
    const owners = new Map<string, number>()
    const rows = await readBy(async () => {
      const all = claims()
      // The time goes on: legs of one claim are found by the end of their lease.
      for (let isMore = true, now = 5_000; isMore; now += 1) {
        const claimed = await all.next({ limit: 64, now, doubtBefore: 0 })
        for (const { orgId } of claimed.legs) owners.set(orgId, (owners.get(orgId) ?? 0) + 1)
        isMore = claimed.isMore
      }
    })
    assert.deepEqual([owners.size, new Set(owners.values())], [busy, new Set([legsEach])])
    assert.ok(rows <= busy * legsEach * 20, `${rows} rows for ${busy * legsEach} legs`)
  })

  test('a look that finds nothing reads next to nothing', async () => {
    await database.query(sql(`update legs set status = 'APPROVED', lease_until = null, next_attempt_at = null`))
    await vacuum()
    const look = new OrganisationLook(database, systemClock)
    for (const find of [
      () => claims().next({ limit: 64, now: 5_000, doubtBefore: 0 }),
      () => lapsedLegs(look, 5_000, 64),
      () => organisationsWithOverdue(look, { now: 5_000, overdueMs: 0, limit: 200 }),
      () => decidableWithdrawals(look, 20),
      () => organisationsWithLapsed(look, 5_000),
    ]) {
      const rows = await readBy(find)
      assert.ok(rows <= 10, `${rows} rows: ${find}`)
    }
  })

  test('ten legs of an organisation are claimed by the second claim beside 100,000 of the only other one', async () => {
    await database.query(sql('delete from legs'))
    await addLegs('PENDING', '1000 + n', '100000', 'generate_series(1, 1) o')
    // The statistics know one organisation, as if it were alone.
    await database.query(sql('analyze legs'))
    await addLegs('PENDING', '100000 - n', '10', 'generate_series(2, 2) o')
    await addDocuments()
    const owners: string[] = []
    const rows = await readBy(async () => {
      const all = claims()
      for (let claim = 0; claim < 2; claim += 1) {
        const { legs } = await all.next({ limit: 64, now: 500_000, doubtBefore: 0 })
        owners.push(...legs.map(({ orgId }) => orgId))
      }
    })
    assert.deepEqual([owners.length, owners.filter((orgId) => orgId === 'org-00002').length], [128, 10])
    assert.ok(rows <= 128 * 20, `${rows} rows for 128 legs`)
  })
})

async function read(database: Database): Promise<number> {
  await database.query(sql('select pg_stat_force_next_flush()'))
  const [row] = await database.query(
    sql(
      `select (select cast(sum(seq_tup_read) as bigint) from pg_stat_user_tables)
         + (select cast(sum(idx_tup_read) as bigint) from pg_stat_user_indexes) as rows`,
    ),
  )
  return integer(row ?? {}, 'rows')
}
