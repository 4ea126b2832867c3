import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { ManualClock } from '../../test/support/delivery/manual-clock.ts'
import { eventually } from '../../test/support/eventually.ts'
import { replaceClientSecret } from '../store/accounts/client-secrets.ts'
import { addClient, findClient } from '../store/accounts/clients.ts'
import { addOrganisation } from '../store/accounts/organisations.ts'
import type { Database, Statement } from '../store/database/database.ts'
import { Idempotency } from '../store/requests/idempotency.ts'
import { openStore } from '../store/store.ts'
import { startUpkeep } from './upkeep.ts'

const day = 24 * 3_600_000

eachDatabase('upkeep', (open) => {
  test('runs soon after the start and then regularly, until it is stopped', async () => {
    await open()
    const store = open.keep(await openStore(open.location, 0))
    const left = async () =>
      Number((await store.database.query(sql('select count(*) as found from idempotency_answers')))[0]?.found)
    const add = () =>
      store.database.query(
        sql(
          "insert into idempotency_answers (org_id, key_hash, fingerprint, status, type, headers, body, created_at) values ('o', 'k', 'f', 200, 't', '{}', 'b', 0)",
        ),
      )
    const gone = () => eventually(async () => (await left()) === 0)
    await add()
    const clock = new ManualClock(day)
    const log = pino({ level: 'silent' })
    const upkeep = startUpkeep({ store, clock, log, compatibility: undefined }, { firstMs: 60, everyMs: 3_600 })
    assert.equal(await left(), 1)
    clock.pass(60)
    await gone()
    await add()
    await eventually(async () => {
      clock.pass(3_600)
      return (await left()) === 0
    })
    await upkeep.stop()
    await add()
    clock.pass(3_600)
    assert.equal(await left(), 1)
  })

  test('does every deletion although others fail, and reports their errors together', async () => {
    await open()
    const store = open.keep(await openStore(open.location, 0))
    const { database } = store
    const ofFeature = 'what a feature keeps'
    // One deletion works: the one whose turn it is.
    const tables = ['idempotency_answers', 'idempotency_marks', ofFeature, 'audit_entries', 'sessions', 'clients']
    for (const working of tables) {
      const reached: string[] = []
      const failing = async (statement: Statement) => {
        const table = tables.find((one) => new RegExp(`(delete from|update) ${one} `).test(statement.sql))
        if (table !== undefined) reached.push(table)
        if (table !== undefined && table !== working) throw new Error(`${table} failed`)
        return database.query(statement)
      }
      const through: Database = {
        ...database,
        query: failing,
        transaction: (statements) => Promise.all(statements.map(failing)),
      }
      const alsoForgotten = [
        async () => {
          reached.push(ofFeature)
          if (working !== ofFeature) throw new Error(`${ofFeature} failed`)
        },
      ]
      const parts = { database: through, idempotency: new Idempotency(through) }
      const written: string[] = []
      const log = pino({}, { write: (line) => written.push(line) })
      const upkeep = startUpkeep(
        { store: { ...store, ...parts }, clock: new ManualClock(day), log, compatibility: undefined, alsoForgotten },
        { firstMs: 0, everyMs: 3_600 },
      )
      await eventually(() => Promise.resolve(written.length > 0))
      await upkeep.stop()
      assert.deepEqual(new Set(reached), new Set(tables))
      const { err } = JSON.parse(written[0] ?? '{}')
      assert.equal(
        err.message.split(':')[0],
        `${tables.length - 1} of ${tables.length + worksWithoutDeletion} works failed`,
      )
      const failed = err.aggregateErrors.map(({ message }: { readonly message: string }) => message)
      assert.deepEqual(
        failed,
        tables.filter((table) => table !== working).map((table) => `${table} failed`),
      )
    }
  })

  test('deletes secrets stored for signatures when the service is in strict mode', async () => {
    await open()
    const store = open.keep(await openStore(open.location, 0))
    const orgId = 'as configured'
    await addOrganisation(store.database, {
      id: orgId,
      name: orgId,
      defaultApiVersion: '20260101',
      hasPhase2: true,
      createdAt: 0,
    })
    const client = { orgId, id: 'signs', name: 'ERP', secretHash: 'hash', scopes: ['documents:read'], createdAt: 0 }
    await addClient(store.database, { ...client, sealedSecret: 'first' })
    await replaceClientSecret(store.database, {
      orgId,
      id: client.id,
      secretHash: 'next',
      sealedSecret: 'second',
      overlapMs: 0,
      now: 0,
    })
    const found = () => findClient(store.database, orgId, client.id)
    const clock = new ManualClock(day)
    const parts = { store, clock, log: pino({ level: 'silent' }) }
    const times = { firstMs: 0, everyMs: 1 }
    const inTheMode = startUpkeep({ ...parts, compatibility: 'x-acme' }, times)
    await eventually(async () => (await found())?.previousSealedSecret === undefined)
    await inTheMode.stop()
    assert.equal((await found())?.sealedSecret, 'second')
    const strict = startUpkeep({ ...parts, compatibility: undefined }, times)
    await eventually(async () => (await found())?.sealedSecret === undefined)
    await strict.stop()
  })
})

/** They complete keys and blocks of the search. */
const worksWithoutDeletion = 3
