import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../src/store/database/database.ts'
import { unlimitedRoom } from '../../src/store/room.ts'
import { openStore } from '../../src/store/store.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { aLine, aPurchaseInvoice } from '../support/requests/requests.ts'
import { startTestService } from '../support/service/service.ts'

// A stop finishes what is under way and leaves nothing behind that another instance would have to wait for.

eachDatabase('a stop', (open) => {
  test('answers the requests under way, refuses new ones, gives every lease back', async () => {
    await open()
    const running = await startTestService(open.location, { SANDBOX_DELAY_MS: '200' })
    const tenant = await running.tenant()
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const large = aPurchaseInvoice({ document_lines: Array.from({ length: 3000 }, () => aLine()) })
    const small = await tenant.post(path, aPurchaseInvoice())
    assert.equal(small.status, 201)
    const underWay = tenant.post(path, large)
    // Answered one after the other, on other connections: the request before them has been taken meanwhile.
    for (let at = 0; at < 5; at += 1) await fetch(`${running.address}/healthz`)
    await sleep(20)
    const stopped = running.stop()
    const answer = await underWay
    assert.equal(answer.status, 201, answer.text.slice(0, 300))
    await stopped
    await assert.rejects(fetch(`${running.address}/healthz`))
    const store = await openStore(open.location, Date.now())
    try {
      const held = await store.database.query(sql('select transmission_uuid from legs where lease_owner is not null'))
      assert.deepEqual(held, [])
      assert.ok(await store.documents.find(tenant.orgId, 'purchase-invoices', answer.json.id, unlimitedRoom))
    } finally {
      await store.close()
    }
  })
})
