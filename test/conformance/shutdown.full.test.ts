import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDocument } from '../../src/store/documents/find-document.ts'
import { unlimitedRoom } from '../../src/store/room.ts'
import { openStore } from '../../src/store/store.ts'
import { sql } from '../support/databases/any-row.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { eventually } from '../support/eventually.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { startTestService } from '../support/service/test-service.ts'

// A stop finishes the work in progress and leaves nothing behind that another instance would wait
// for.

eachDatabase('a stop', (open) => {
  test('a restart leaves no gap in the document numbers, even after a caller went away', async (t) => {
    await open()
    const large = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: 600 }, () => aLine()) }))
    let caller: { readonly path: string; readonly headers: Record<string, string> } | undefined
    const numbers = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      const running = await startTestService(open.location)
      t.after(() => running.stop())
      if (caller === undefined) {
        const { profileId, token } = await running.tenant()
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        caller = { path: `/api/purchase-invoices/${profileId}`, headers }
      }
      const { path, headers } = caller
      const create = (body: string) => fetchDeclared(running.address, path, { method: 'POST', headers, body })
      // One is refused while others are stored, so its number is returned inside the block.
      const created = await Promise.all(
        [{}, { issue_date: 'wrong' }, {}].map((members) => create(jsonOf(aPurchaseInvoice(members)))),
      )
      assert.deepEqual(
        created.map(({ status }) => status),
        [201, 400, 201],
      )
      const leaving = new AbortController()
      const left = fetch(running.address + path, { method: 'POST', headers, body: large, signal: leaving.signal })
      for (let at = 0; at < 3; at += 1) await fetch(`${running.address}/healthz`)
      leaving.abort()
      await assert.rejects(left)
      await running.stop()
    }
    const running = await startTestService(open.location)
    t.after(() => running.stop())
    const headers = caller?.headers ?? {}
    // Returned numbers are used first.
    for (let at = 0; at < 10; at += 1) {
      const { json } = await fetchDeclared(running.address, caller?.path ?? '', {
        method: 'POST',
        headers,
        body: jsonOf(aPurchaseInvoice()),
      })
      numbers.add(json.document_number)
    }
    const { json } = await fetchDeclared(running.address, '/api/purchase-invoices?size=100', { headers })
    for (const { document_number } of json.content) numbers.add(document_number)
    assert.ok(numbers.size >= 16)
    const gapless = Array.from({ length: numbers.size }, (_, at) => `PINV-${String(at + 1).padStart(6, '0')}`)
    assert.deepEqual([...numbers].toSorted(), gapless)
  })

  test('answers requests under way, refuses new ones and returns every lease', async () => {
    await open()
    const running = await startTestService(open.location, { 'TUNING.sandbox_delay_ms': '200' })
    const tenant = await running.tenant()
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const large = aPurchaseInvoice({ document_lines: Array.from({ length: 3000 }, () => aLine()) })
    const small = await tenant.post(path, aPurchaseInvoice())
    assert.equal(small.status, 201)
    const underWay = tenant.post(path, large)
    const { gate } = running.service.parts
    await eventually(async () => gate.held.light + gate.held.heavy > 0)
    const stopped = running.stop()
    const answer = await underWay
    assert.equal(answer.status, 201, answer.text.slice(0, 300))
    await stopped
    await assert.rejects(fetch(`${running.address}/healthz`))
    const store = await openStore(open.location, Date.now())
    try {
      const held = await store.database.query(sql('select transmission_uuid from legs where lease_owner is not null'))
      assert.deepEqual(held, [])
      assert.ok(await findDocument(store.database, tenant.orgId, 'purchase-invoices', answer.json.id, unlimitedRoom))
    } finally {
      await store.close()
    }
  })
})
