import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { eventually } from '../support/eventually.ts'
import { RunningService } from '../support/processes/running-service.ts'
import { tenants } from '../support/service/tenants.ts'
import { manyInvoices, uploadBody } from '../support/uploads/upload-files.ts'

// Kills the service (SIGKILL) while it issues an upload. The next one must finish the upload by
// itself: every right document once, every wrong one named.

eachDatabase('an upload whose service is killed', (open) => {
  test('is issued to its end, and nothing twice', { timeout: 300_000 }, async () => {
    await open()
    const environment = {
      ...('databaseUrl' in open.location
        ? { DATABASE_URL: open.location.databaseUrl }
        : { DATA_DIR: open.location.dataDir }),
      'TUNING.rate_limit_per_minute': '1000000',
      'TUNING.worker_lease_ms': '2000',
    }
    const store = await openStore(open.location, Date.now())
    const [tenant] = await tenants(store, 1)
    await store.close()
    assert.ok(tenant)
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
    let service = await RunningService.start(environment)
    const call = async (path: string, body?: object) => {
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(`${service.address}${path}`, { headers, ...sent })
      const text = await answer.text()
      assert.ok(answer.ok, text)
      return JSON.parse(text)
    }
    const wrong = [7, 20, 33, 51, 52, 90, 120, 150, 199]
    const { upload_id: id } = await call('/api/uploads', uploadBody(tenant, 'july.csv', manyInvoices(200, wrong)))
    const upload = () => call(`/api/uploads/${id}`)
    await eventually(async () => (await upload()).status === 'CHECKED')
    await call(`/api/uploads/${id}/issue`, {})
    let kills = 0
    for (const least of [1, 60, 120]) {
      const stored = await eventually(async () => {
        const { items } = await call('/api/documents?limit=100')
        const { done_count: done, status } = await upload()
        return (items.length >= Math.min(least, 100) || done >= least || status === 'DONE') && { status }
      })
      if (stored.status === 'DONE') break
      process.kill(service.pid, 'SIGKILL')
      kills += 1
      service = await RunningService.start(environment)
    }
    try {
      assert.ok(kills > 0, 'the upload was done before the first kill')
      const done = await eventually(async () => {
        const shown = await upload()
        return shown.status === 'DONE' && shown
      })
      assert.deepEqual([done.issued_count, done.refused_count, done.to_repair_count], [191, 9, 0])
      const items: { rows: string; outcome: string; document_id: string | null }[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = `limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
        const { items: some, next } = await call(`/api/uploads/${id}/documents?${page}`)
        items.push(...some)
        cursor = next
      }
      assert.deepEqual(
        items.filter(({ outcome }) => outcome === 'REFUSED').map(({ rows }) => Number(rows) - 1),
        wrong,
      )
      const named = new Set(items.flatMap(({ document_id: one }) => one ?? []))
      const stored = new Set<string>()
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = `limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
        const { items: some, next } = await call(`/api/documents?${page}`)
        for (const { id: one } of some) stored.add(one)
        cursor = next
      }
      assert.deepEqual([...stored].toSorted(), [...named].toSorted())
    } finally {
      await service.stop()
    }
  })
})
