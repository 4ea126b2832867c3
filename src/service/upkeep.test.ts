import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { pino } from 'pino'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { ManualClock } from '../../test/support/delivery/manual-clock.ts'
import { eventually } from '../../test/support/eventually.ts'
import { sql } from '../store/database/database.ts'
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

  test('deletes secrets stored for signatures when the service is in strict mode', async () => {
    await open()
    const store = open.keep(await openStore(open.location, 0))
    const orgId = 'as configured'
    await store.organisations.create({
      id: orgId,
      name: orgId,
      defaultApiVersion: '20260101',
      hasPhase2: true,
      createdAt: 0,
    })
    const client = { orgId, id: 'signs', name: 'ERP', secretHash: 'hash', scopes: ['documents:read'], createdAt: 0 }
    await store.clients.add({ ...client, sealedSecret: 'sealed' })
    const kept = async () => (await store.clients.find(orgId, client.id))?.sealedSecret
    const clock = new ManualClock(day)
    const parts = { store, clock, log: pino({ level: 'silent' }) }
    const times = { firstMs: 0, everyMs: 1 }
    const asked = mock.method(store.clients, 'forgetSealedSecrets')
    const inTheMode = startUpkeep({ ...parts, compatibility: 'x-acme' }, times)
    await eventually(async () => asked.mock.callCount() > 0)
    await inTheMode.stop()
    assert.equal(await kept(), 'sealed')
    const strict = startUpkeep({ ...parts, compatibility: undefined }, times)
    await eventually(async () => (await kept()) === undefined)
    await strict.stop()
  })
})
