import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { sql as anyRow } from '../../test/support/databases/any-row.ts'
import { onPostgres } from '../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../test/support/databases/stored.ts'
import { type Database, sql } from './database/database.ts'
import { organisationOf } from './database/organisation.ts'
import { addDocument } from './documents/add-document.ts'
import { openStore, type Store } from './store.ts'

onPostgres('row level security', (open) => {
  let store: Store
  let db: Database
  let ours: string
  let theirs: string
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
    db = store.database
    ours = (await anOrganisationWithProfile(store)).orgId
    theirs = (await anOrganisationWithProfile(store)).orgId
    for (const orgId of [ours, theirs]) await addDocument(db, aNewDocument({ orgId }))
  })

  test('the tests run as a role that row level security binds', async () => {
    const [role] = await db.query(
      sql('select rolsuper, rolbypassrls from pg_roles where rolname = current_user and not rolsuper'),
    )
    assert.deepEqual(role, { rolsuper: 0, rolbypassrls: 0 })
  })

  test('every table with org_id has a forced policy, and no other table', async () => {
    const rows = await db.query(
      anyRow(
        `select c.relname as name,
           exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') as is_tenant,
           c.relrowsecurity and c.relforcerowsecurity
             and exists (select 1 from pg_policy p where p.polrelid = c.oid) as is_walled
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
      ),
    )
    assert.ok(rows.length > 30)
    assert.deepEqual(
      rows.filter((row) => row.is_tenant !== row.is_walled),
      [],
    )
  })

  test('a statement that forgets its organisation sees and changes nothing', async () => {
    // `is_walled` tables are all alike: documents stand for them.
    assert.deepEqual(await db.query(sql('select id from documents')), [])
    assert.deepEqual(await db.query(sql('update documents set revision = 9 returning id')), [])
    assert.deepEqual(await db.query(sql('delete from entries returning event')), [])
    const [counted] = await db.query(anyRow('select count(*) as documents from documents where revision = 1'))
    assert.deepEqual(counted, { documents: 2 })
  })

  test('a statement with a hole in its condition sees the rows of its organisation only', async () => {
    const rows = await db.query(sql('select org_id from documents where org_id = $1 or true', ours))
    assert.deepEqual(rows, [{ org_id: ours }])
    const joined = sql(
      'select d.org_id from documents d join documents e on e.id <> d.id where d.org_id = $1 or e.org_id = $1',
      ours,
    )
    assert.deepEqual(await db.query(joined), [])
  })

  test('a row of another organisation cannot be written', async () => {
    const foreign = sql(
      `insert into sequences (org_id, family, last) select cast($2 as text), 'x', 1 from organisations o where o.id = $1`,
      ours,
      theirs,
    )
    await assert.rejects(db.query(foreign), /row-level security/)
    const moved = sql('update sequences set org_id = cast($2 as text) where org_id = $1', ours, theirs)
    await assert.rejects(db.query(moved), /row-level security/)
  })

  test('statements of several organisations in one transaction keep to their own', async () => {
    const count = (orgId: string) => sql('select count(*) as found from documents where org_id = $1 or true', orgId)
    const all = anyRow('select count(*) as found from documents')
    const results = await db.transaction([count(ours), all, count(theirs), sql('select 1 as found')])
    assert.deepEqual(
      results.map(([row]) => row?.found),
      [1, 2, 1, 1],
    )
    assert.deepEqual(await db.snapshot([count(theirs), count(randomUUID())]), [[{ found: 1 }], [{ found: 0 }]])
    // The next transaction on the connection begins without an organisation.
    assert.deepEqual(await db.query(sql('select id from documents')), [])
  })
})

test('the organisation of a statement is read from its text', () => {
  const organisation = (text: string) => organisationOf(sql(text, 'a', 'b', 'c'))
  assert.equal(organisation('select 1 from documents where id = $1 and org_id = $2'), 'b')
  assert.equal(organisation('select 1 from documents d where d.org_id = $3 and d.id = $1'), 'c')
  assert.equal(organisation('insert into legs (org_id, id) values ($2, $1), ($2, $3)'), 'b')
  assert.equal(organisation('select p.org_id from organisations o join profiles p on true where o.id = $3'), 'c')
  assert.equal(organisation('select 1 from readiness'), undefined)
  assert.equal(organisationOf(anyRow('select org_id from documents')), '*')
  for (const text of ['select org_id from documents', 'select 1 from documents d where d.org_id = $4'])
    assert.throws(() => organisation(text), /does not name its organisation/, text)
  for (const orgId of ['', '*', null, 1])
    assert.throws(() => organisationOf(sql('select 1 from documents where org_id = $1', orgId)), /does not name/)
})
