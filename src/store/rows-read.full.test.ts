import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { onPostgres } from '../../test/support/databases/databases.ts'
import { eventually } from '../../test/support/eventually.ts'
import { aPurchaseInvoice, aSupplier, jsonOf } from '../../test/support/requests/requests.ts'
import { type Fetched, fetchDeclared } from '../../test/support/service/fetch-declared.ts'
import { startTestService, type Tenant } from '../../test/support/service/test-service.ts'
import { integer, onlyRow, text } from './database/columns.ts'
import type { Database } from './database/database.ts'

// A condition that no index answers reads all documents of an organisation. That passes every test
// of what is read, and is slow only in a large organisation. So PostgreSQL counts rows here. Under
// row level security it uses no index for a calculated value, for example.

const documents = 10
const manyDocuments = 400
/** Per document, for a create, two deliveries, and reading it a few times until it is delivered. */
const furtherRowsMax = 20

onPostgres('rows read', (open) => {
  test('a create, its delivery and its reads need no more rows in a large organisation', async () => {
    const { database, rowsReadBy, fill } = await begun()
    await rowsReadBy(documents)
    const inSmall = await rowsReadBy(documents)
    await fill()
    await database.query(sql('analyze'))
    assertNoMore(inSmall, await rowsReadBy(documents))
  })

  test('nor in one that has become large since PostgreSQL analyzed its tables', async () => {
    const { database, rowsReadBy } = await begun()
    await rowsReadBy(documents, await anotherOrganisation(open.location))
    await database.query(sql('analyze'))
    const inSmall = await rowsReadBy(documents)
    await rowsReadBy(manyDocuments)
    assertNoMore(inSmall, await rowsReadBy(documents))
  })

  async function begun() {
    const database = await open()
    await keepStatistics(database)
    const own = await anotherOrganisation(open.location)

    async function rowsReadBy(count: number, tenant = own): Promise<RowsRead> {
      const before = await rowsRead(database)
      const service = await startTestService(open.location)
      try {
        await deliverOn(service.address, tenant, count)
      } finally {
        await service.stop()
      }
      await eventually(() => isAlone(database))
      const after = await rowsRead(database)
      const read = new Map([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]))
      assert.ok((read.get('documents') ?? 0) >= count, 'what was read is reported')
      return read
    }
    async function fill(): Promise<void> {
      const service = await startTestService(open.location)
      try {
        await deliverMany(service.address, own, database)
        // The first reader of the feed gives all their entries a place in it.
        await deliverOn(service.address, own, documents)
      } finally {
        await service.stop()
      }
    }
    return { database, rowsReadBy, fill }
  }
})

/** Documents that nobody reads while they are delivered. */
async function deliverMany(address: string, { profileId, token, orgId }: Tenant, database: Database): Promise<void> {
  const lines = Array.from({ length: manyDocuments }, () => jsonOf(aPurchaseInvoice()).replaceAll('\n', ' '))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
  const path = `/api/purchase-invoices/${profileId}/batch`
  const made = await fetch(address + path, { method: 'POST', headers, body: lines.join('\n') })
  assert.equal((await made.text()).match(/"status": *201/g)?.length, manyDocuments)
  const left = sql(`select count(*) as left from documents where org_id = $1 and overall_status <> 'APPROVED'`, orgId)
  await eventually(async () => integer(onlyRow(await database.query(left)), 'left') === 0, 300_000)
}

async function anotherOrganisation(location: Parameters<typeof startTestService>[0]): Promise<Agreed> {
  const service = await startTestService(location)
  const tenant = await service.tenant({ scope: 'documents:read documents:write profiles admin' })
  const agreement = await tenant.post('/api/agreements', {
    agreement_number: 'SBA-1',
    business_profile_id: tenant.profileId,
    supplier_name: 'Gulf Metals',
    supplier_tin: String(aSupplier().tin),
    valid_from: '2026-01-01',
  })
  assert.equal(agreement.status, 201, agreement.text)
  await service.stop()
  return { ...tenant, agreed: agreement.json.agreement_id }
}

/** With an agreement with the supplier of all documents. */
interface Agreed extends Tenant {
  readonly agreed: string
}

/** By table. */
type RowsRead = ReadonlyMap<string, number>

function assertNoMore(inSmall: RowsRead, inLarge: RowsRead): void {
  const more = [...inLarge]
    // Statuses that overtake their receipt: as many as wait at a moment, more on a slow machine.
    .filter(([table]) => table !== 'waiting_statuses')
    .map(([table, rows]) => ({ table, rows, before: inSmall.get(table) ?? 0 }))
    // A slow machine looks for due legs more often until a document is delivered.
    .filter(({ rows, before }) => rows > before + Math.max(documents * furtherRowsMax, before / 4))
  assert.deepEqual(more, [])
}

/** Creates documents, ten at a time, waits until both their legs are approved, and reads them. */
async function deliverOn(address: string, tenant: Agreed, count: number): Promise<void> {
  for (let made = 0; made < count; made += 10) await Promise.all(Array.from({ length: 10 }, one))

  async function one(): Promise<void> {
    const made = await called(`purchase-invoices/${tenant.profileId}`, {
      method: 'POST',
      body: jsonOf(aPurchaseInvoice()),
    })
    assert.equal(made.status, 201)
    const { id } = made.json
    const isApproved = async () =>
      (await read(`purchase-invoices/${id}`)).json.meta_info.peppol_status.overall_status === 'APPROVED'
    // A slow machine must not read much more often than a quick one.
    await eventually(isApproved, 60_000, 400)
    for (const part of ['xml', 'request', 'revisions', 'peppol-status', 'peppol-status-logs'])
      await read(`purchase-invoices/${id}/${part}`)
    for (const supplier of [id, tenant.agreed]) await read(`suppliers/${supplier}/lines`)
    for (const list of ['purchase-invoices', 'events?limit=10', 'requests?limit=10', 'suppliers?search=metals'])
      await read(list)
  }

  async function read(path: string): Promise<Fetched> {
    const fetched = await called(path, {})
    assert.equal(fetched.status, 200, path)
    return fetched
  }

  function called(path: string, init: RequestInit): Promise<Fetched> {
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
    return fetchDeclared(address, `/api/${path}`, { ...init, headers })
  }
}

/** A connection reports what it read when it ends, before it leaves this list. */
async function isAlone(database: Database): Promise<boolean> {
  const others = await database.query(
    sql(`select pid from pg_stat_activity
         where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`),
  )
  return others.length === 0
}

/**
 * PostgreSQL analyzes tables on its own each minute, also while many legs are leased. Then it expects
 * leased ones at all times, and reads the whole of a table of this size for them.
 */
async function keepStatistics(database: Database): Promise<void> {
  const tables = await database.query(sql('select relname as name from pg_stat_user_tables'))
  for (const table of tables)
    await database.query(sql(`alter table ${text(table, 'name')} set (autovacuum_enabled = false)`))
}

/** By table: the rows that all ended connections have read, by an index or without. */
async function rowsRead(database: Database): Promise<RowsRead> {
  const rows = await database.query(
    sql(`select relname as name, cast(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as bigint) as rows
         from pg_stat_user_tables`),
  )
  return new Map(rows.map((row) => [text(row, 'name'), integer(row, 'rows')]))
}
