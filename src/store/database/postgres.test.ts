import { strict as assert } from 'node:assert'
import { createServer } from 'node:net'
import { before, test } from 'node:test'
import { Client } from 'pg'
import { sql } from '../../../test/support/databases/any-row.ts'
import { onPostgres } from '../../../test/support/databases/databases.ts'
import { type Database, OutcomeUnknown } from './database.ts'
import { openPostgres } from './postgres.ts'
import { nameOf } from './postgres-prepared.ts'

test('an absent server is an error, and soon', async () => {
  await assert.rejects(openPostgres('postgres://nobody@127.0.0.1:1/nothing'), {
    name: 'DatabaseAway',
    message: /ECONNREFUSED/,
  })
})

test('an address that the driver cannot read is refused in one line without the password', async () => {
  const cases = [
    ['postgres://user:%80secret@127.0.0.1/db', 'DATABASE_URL is malformed'],
    ['postgres://user:secret@127.0.0.1:99999/db', 'DATABASE_URL is malformed'],
    ['postgres://user:secret@127.0.0.1/%80', 'DATABASE_URL is malformed'],
    [
      'postgres://user:secret@127.0.0.1/db?sslmode=verify-full&sslrootcert=/no/such/file',
      'DATABASE_URL names a file that cannot be read: /no/such/file',
    ],
  ] as const
  for (const [url, message] of cases) await assert.rejects(openPostgres(url), { name: 'DatabaseUnusable', message })
})

test('a server that accepts and never answers is an error within the time limit', async (t) => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.after(() => silent.close())
  const address = silent.address()
  assert.ok(address !== null && typeof address === 'object')
  const url = `postgres://nobody@127.0.0.1:${address.port}/nothing`
  await assert.rejects(openPostgres(url, { connectTimeoutMs: 100 }), { name: 'DatabaseAway', message: /timeout/ })
})

onPostgres('adapter', (open) => {
  let database: Database

  before(async () => {
    database = await open()
    await database.transaction([
      sql('create table pairs (id text primary key, value integer not null)'),
      sql(`insert into pairs values ('a', 0), ('b', 0)`),
    ])
  })

  test('a snapshot is read on a connection whose plans have become old', async (t) => {
    assert.ok('databaseUrl' in open.location)
    const alone = open.keep(await openPostgres(open.location.databaseUrl, { connectionsMax: 1 }))
    const now = performance.now()
    t.mock.method(performance, 'now', () => now + 60_000)
    assert.deepEqual(await alone.snapshot([sql('select 1 as one')]), [[{ one: 1 }]])
  })

  test('transactions that lock each other are repeated until both succeed', async () => {
    const raise = (id: string) => sql('update pairs set value = value + 1 where id = $1', id)
    const nap = sql('select pg_sleep(0.02)')
    await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        database.transaction(index % 2 === 0 ? [raise('a'), nap, raise('b')] : [raise('b'), nap, raise('a')]),
      ),
    )
    assert.deepEqual(await database.query(sql('select value from pairs order by id')), [{ value: 4 }, { value: 4 }])
  })

  test('a transaction whose connection is lost rejects with OutcomeUnknown, and the next one works', async () => {
    const lost = database.transaction([sql(`update pairs set value = 99 where id = 'a'`), sql('select pg_sleep(20)')])
    const killed = assert.rejects(lost, OutcomeUnknown)
    for (;;) {
      const rows = await database.query(
        sql(
          `select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep(20)%' and state = 'active'`,
        ),
      )
      if (rows.length === 1) break
    }
    await killed
    assert.deepEqual(await database.query(sql(`select value from pairs where id = 'a'`)), [{ value: 4 }])
  })

  test('a statement that takes too long is cancelled', async () => {
    assert.ok('databaseUrl' in open.location)
    const impatient = open.keep(await openPostgres(open.location.databaseUrl, { statementTimeoutMs: 50 }))
    await assert.rejects(impatient.query(sql('select pg_sleep(20)')), {
      name: 'DatabaseAway',
      message: /statement timeout/,
    })
    assert.deepEqual(await impatient.query(sql('select 1 as one')), [{ one: 1 }])
  })

  test('statements go on when a migration has changed their columns, on every connection', async () => {
    const read = () => Promise.all(Array.from({ length: 8 }, () => database.query(sql('select * from pairs limit 1'))))
    for (const [row] of await read()) assert.deepEqual(Object.keys(row ?? {}), ['id', 'value'])
    await database.query(sql(`alter table pairs add column note text not null default 'new'`))
    for (const [row] of await read()) assert.deepEqual(Object.keys(row ?? {}), ['id', 'value', 'note'])
    for (const [row] of await read()) assert.equal(row?.note, 'new')
  })

  test('a plan for an empty table does not outlive its growth for long', async (t) => {
    assert.ok('databaseUrl' in open.location)
    const single = open.keep(await openPostgres(open.location.databaseUrl, { connectionsMax: 1 }))
    const text = 'select value from grown where id = $1'
    const planOf = async () => JSON.stringify(await single.query(sql(`explain execute ${nameOf(text)}(7)`)))
    await single.query(sql('create table grown (id integer primary key, value integer)'))
    await single.query(sql('analyze grown'))
    await single.query(sql(text, 7))
    await single.query(sql('insert into grown select n, n from generate_series(1, 20000) n'))
    assert.match(await planOf(), /Seq Scan/)
    const now = performance.now()
    t.mock.method(performance, 'now', () => now + 30_000)
    assert.deepEqual(await single.query(sql(text, 7)), [{ value: 7 }])
    assert.match(await planOf(), /Index Scan/)
  })

  test('every code that says nothing about the statement is DatabaseAway', async () => {
    const raise = (code: string) =>
      database.query(sql(`do $$ begin raise exception 'raised by the test' using errcode = '${code}'; end $$`))
    const away = [
      '53000',
      '53100',
      '53200',
      '53300',
      '53400',
      '57014',
      '55P03',
      '58000',
      '58030',
      '25006',
      'XX001',
      'XX002',
    ]
    for (const code of away) await assert.rejects(raise(code), { name: 'DatabaseAway' }, code)
    for (const code of ['57P01', '57P03', '25P03', '08006'])
      await assert.rejects(raise(code), { name: 'OutcomeUnknown' }, code)
    for (const code of ['08P01', '42P01', '22012', '23514', 'XX000', 'P0001'])
      await assert.rejects(raise(code), { name: 'error', message: 'raised by the test' }, code)
    assert.deepEqual(await database.query(sql('select 1 as one')), [{ one: 1 }])
  })

  // A session keeps the settings that its role and database had when it began.
  for (const [setting, value, name] of [
    ['default_transaction_read_only', 'on', 'DatabaseAway'],
    ['search_path', 'nowhere', 'error'],
  ] as const) {
    test(`sessions that began with a wrong ${setting} are not used again once it is right`, async (t) => {
      assert.ok('databaseUrl' in open.location)
      const { databaseUrl } = open.location
      const clause = `alter database "${new URL(databaseUrl).pathname.slice(1)}"`
      t.after(() => inOneSession(databaseUrl, `${clause} reset ${setting}`))
      await inOneSession(databaseUrl, `${clause} set ${setting} = ${value}`)
      const pooled = open.keep(await openPostgres(databaseUrl, { connectionsMax: 4 }))
      const fourSessions = () =>
        Promise.all(Array.from({ length: 4 }, () => pooled.query(sql('select pg_backend_pid() as pid, pg_sleep(0.1)'))))
      const write = () => pooled.transaction([sql(`update pairs set value = value + 1 where id = 'a'`)])
      await fourSessions()
      await assert.rejects(write(), { name }, 'on new sessions too')
      await inOneSession(databaseUrl, `${clause} reset ${setting}`)
      const now = performance.now()
      t.mock.method(performance, 'now', () => now + 10_000)
      // Each write takes another session.
      await Promise.all(Array.from({ length: 4 }, write))
      for (let index = 0; index < 8; index += 1) await write()
    })
  }

  test('a database that stays read-only gets no new session for each write', async (t) => {
    assert.ok('databaseUrl' in open.location)
    const { databaseUrl } = open.location
    const clause = `alter database "${new URL(databaseUrl).pathname.slice(1)}"`
    t.after(() => inOneSession(databaseUrl, `${clause} reset default_transaction_read_only`))
    await inOneSession(databaseUrl, `${clause} set default_transaction_read_only = on`)
    const pooled = open.keep(await openPostgres(databaseUrl, { connectionsMax: 1 }))
    const sessions = new Set<unknown>()
    for (let index = 0; index < 20; index += 1) {
      await assert.rejects(pooled.query(sql(`update pairs set value = 0`)), { name: 'DatabaseAway' })
      const [row] = await pooled.query(sql('select pg_backend_pid() as pid'))
      sessions.add(row?.pid)
    }
    assert.ok(sessions.size < 5, `${sessions.size} sessions`)
  })

  test('more transactions than connections wait their turn', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => database.query(sql('select $1 as text', `${index}`))),
    )
    assert.deepEqual(
      answers.flat(),
      Array.from({ length: 100 }, (_, index) => ({ text: `${index}` })),
    )
  })
})

async function inOneSession(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = off')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
