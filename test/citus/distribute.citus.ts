import { strict as assert } from 'node:assert'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { type Database, sql } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { addDocument } from '../../src/store/documents/add-document.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { aNewDocument, anOrganisationWithProfile } from '../support/databases/stored.ts'
import { commandLine } from '../support/processes/command-line.ts'
import { type CitusDatabase, Cluster } from './cluster.ts'

const migrations = new URL('../../migrations/', import.meta.url)

let cluster: Cluster
let database: CitusDatabase
let store: Store
let early: { readonly orgId: string }
/** Of the plain database. */
let keysBefore: readonly Record<string, unknown>[]
before(async () => {
  cluster = await Cluster.find()
  database = await cluster.newDatabase()
})
after(async () => {
  await store?.close()
  await database?.drop()
})

describe('distribute', () => {
  const { selfbill } = commandLine()

  test('distribute moves tables with their rows, and a second time nothing', async () => {
    const plain = await openStore({ databaseUrl: database.urlAt() }, 1)
    early = await anOrganisationWithProfile(plain)
    await addDocument(plain.database, aNewDocument({ orgId: early.orgId, id: 'early' }))
    await plain.close()
    keysBefore = await keysOf(database)
    const environment = { DATABASE_URL: database.urlAt(), GATEWAY: 'sandbox' }
    const first = await selfbill(['distribute', '--yes'], environment)
    assert.equal(first.code, 0, first.stderr)
    assert.match(first.stdout, /^distributed documents$/m)
    const second = await selfbill(['distribute', '--yes'], environment)
    assert.deepEqual(second, { code: 0, stdout: 'All tables are distributed already.\n', stderr: '' })
    const groups = await database.asSuperuser(
      `select citus_table_type as type, count(distinct colocation_id) as groups, count(*) > 2 as several
       from citus_tables group by 1 order by 1`,
    )
    assert.deepEqual(groups, [
      { type: 'distributed', groups: '1', several: true },
      { type: 'local', groups: '1', several: true },
      { type: 'reference', groups: '1', several: true },
    ])
    store = await openStore({ databaseUrl: database.urlAt() }, 2)
    const rows = await store.database.query(sql('select id from documents where org_id = $1', early.orgId))
    assert.deepEqual(rows, [{ id: 'early' }])
  })

  test('every key between tables is there again', async () => {
    assert.ok(keysBefore.length > 10)
    assert.deepEqual(await keysOf(database), keysBefore)
    const orphan = sql(
      `insert into revisions (org_id, document_id, revision, answer, ubl, findings, created_at)
       values ($1, 'nowhere', 1, '', '', '', 1)`,
      early.orgId,
    )
    await assert.rejects(store.database.query(orphan), /foreign key/)
  })
})

describe('a distributed database', () => {
  test('on a worker the role of the service sees no row without its organisation, and writes none', async () => {
    const orgs = await organisationsOnEach(cluster, database, store)
    for (const [index, worker] of cluster.workers.entries()) {
      const client = new Client(database.urlAt(worker))
      await client.connect()
      try {
        await client.query(
          "set citus.override_table_visibility = off; set citus.show_shards_for_app_name_prefixes = '*'",
        )
        const { rows: shards } = await client.query(
          `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_walled from pg_class c
           where c.relname ~ '^documents_[0-9]+$' and c.relkind = 'r'`,
        )
        assert.ok(shards.length > 0)
        const own = orgs[index]?.orgId
        let found = 0
        for (const { name, is_walled } of shards) {
          assert.equal(is_walled, true, name)
          await client.query('begin')
          assert.equal((await client.query(`select from ${name}`)).rowCount, 0)
          await client.query(`set local selfbill.org = '${own}'`)
          found += (await client.query(`select from ${name}`)).rowCount ?? 0
          await client.query('rollback')
        }
        assert.equal(found, 1)
        // Through the table itself, from this node, row level security holds too.
        assert.equal((await client.query('select from documents')).rowCount, 0)
      } finally {
        await client.end()
      }
    }
  })

  test('a later migration adds a table, a column and an index, and the table is distributed', async () => {
    const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'selfbill-later-'))}/`)
    try {
      await cp(migrations, folder, { recursive: true })
      const last =
        (await readdir(folder))
          .filter((name) => /^\d{4}-/.test(name))
          .sort()
          .at(-1) ?? ''
      const next = `${String(Number(last.slice(0, 4)) + 900).padStart(4, '0')}-expand-later.sql`
      await writeFile(
        new URL(next, folder),
        `create table later (
  org_id {{text}} not null references organisations (id),
  id {{text}} not null,
  document_id {{text}},
  primary key (org_id, id),
  foreign key (org_id, document_id) references documents (org_id, id)
) {{strict}};

{{tenant(later)}};
alter table documents add column later {{integer}};
create index documents_by_later on documents (org_id, later);
update documents set later = 1;
`,
      )
      assert.deepEqual(await migrate(store.database, 3, folder), [next.replace('.sql', '')])
    } finally {
      await rm(folder, { recursive: true })
    }
    const [placed] = await database.asSuperuser(
      `select citus_table_type as type, colocation_id = (select colocation_id from citus_tables
         where table_name = 'documents'::regclass) as beside from citus_tables where table_name = 'later'::regclass`,
    )
    assert.deepEqual(placed, { type: 'distributed', beside: true })
    const { orgId } = early
    await store.database.query(sql("insert into later (org_id, id, document_id) values ($1, 'a', 'early')", orgId))
    const rows = await store.database.query(
      sql('select l.id, d.later from later l join documents d on d.org_id = l.org_id where l.org_id = $1', orgId),
    )
    assert.deepEqual(rows, [{ id: 'a', later: 1 }])
  })

  test('a start through a worker finds the database up to date', async () => {
    const [worker] = cluster.workers
    const other: Database = await openDatabase({ databaseUrl: database.urlAt(worker) })
    try {
      const rows = await other.query(sql('select id from documents where org_id = $1', early.orgId))
      assert.deepEqual(rows, [{ id: 'early' }])
    } finally {
      await other.close()
    }
  })
})

describe('distribute refuses', () => {
  const { selfbill } = commandLine()

  test('the embedded database', async () => {
    const { code, stderr } = await selfbill(['distribute'])
    assert.equal(code, 2)
    assert.match(stderr, /^selfbill distribute: the embedded database cannot be distributed\. Set DATABASE_URL/m)
  })

  test('a worker', async () => {
    const cluster = await Cluster.find()
    const database = await cluster.newDatabase()
    try {
      const environment = { DATABASE_URL: database.urlAt(cluster.workers[0]), GATEWAY: 'sandbox' }
      const { code, stderr } = await selfbill(['distribute', '--yes'], environment)
      assert.equal(code, 2)
      assert.match(stderr, /This node is a worker/)
    } finally {
      await database.drop()
    }
  })
})

/** An organisation with one document on each worker. */
async function organisationsOnEach(cluster: Cluster, database: CitusDatabase, store: Store) {
  return Promise.all(
    cluster.workers.map(async (worker) => {
      for (;;) {
        const made = await anOrganisationWithProfile(store)
        if ((await database.workerOf(made.orgId)) !== worker) continue
        await addDocument(store.database, aNewDocument({ orgId: made.orgId }))
        return made
      }
    }),
  )
}

function keysOf(database: CitusDatabase): Promise<readonly Record<string, unknown>[]> {
  return database.asSuperuser(
    `select k.conrelid::regclass::text as on_table, k.conname, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`,
  )
}
