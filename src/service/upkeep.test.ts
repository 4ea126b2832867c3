import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { sql } from '../store/database/database.ts'
import { openStore } from '../store/store.ts'
import { startUpkeep } from './upkeep.ts'

const day = 24 * 3_600_000

eachDatabase('upkeep', (open) => {
  test('is done soon after the start and then again and again, until it is stopped', async () => {
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
    const gone = async () => {
      for (let round = 0; (await left()) > 0; round += 1) {
        assert.ok(round < 3000, 'it is still there')
        await sleep(10)
      }
    }
    await add()
    const times = { firstMs: 1, everyMs: 1 }
    const upkeep = startUpkeep(
      { store, now: () => day, log: pino({ level: 'silent' }), compatibility: undefined },
      times,
    )
    await gone()
    await add()
    await gone()
    await upkeep.stop()
    await add()
    await sleep(50)
    assert.equal(await left(), 1)
  })

  test('secrets that were kept for signatures go where the service is in strict mode', async () => {
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
    const parts = { store, now: () => day, log: pino({ level: 'silent' }) }
    const times = { firstMs: 1, everyMs: 1 }
    const inTheMode = startUpkeep({ ...parts, compatibility: 'x-acme' }, times)
    await sleep(50)
    await inTheMode.stop()
    assert.equal(await kept(), 'sealed')
    const strict = startUpkeep({ ...parts, compatibility: undefined }, times)
    for (let round = 0; (await kept()) !== undefined; round += 1) {
      assert.ok(round < 3000, 'it is still there')
      await sleep(10)
    }
    await strict.stop()
  })
})
