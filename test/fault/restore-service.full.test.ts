import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { sql } from '../support/databases/any-row.ts'
import { backUp } from '../support/databases/backups.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { eventually } from '../support/eventually.ts'
import { selfbill } from '../support/processes/command-line.ts'
import { aPurchaseCreditNote, aPurchaseInvoice } from '../support/requests/requests.ts'
import { startTestService, type Tenant } from '../support/service/test-service.ts'

// Restores the whole service from its backup, by the steps of docs/operating.md, and checks what
// callers see.

eachDatabase('a service restored from its backup', (open) => {
  test('reuses no number, reports outdated cursors and lists the lost documents', async (t) => {
    // No document ends before the backup: the test waits for no receipt within the hour.
    const patience = {
      'TUNING.worker_lease_ms': '2000',
      'TUNING.gateway_timeout_ms': '100',
      'TUNING.sandbox_delay_ms': '3600000',
    }
    const first = await startTestService(open.location, patience)
    t.after(() => first.stop())
    const tenant = await first.tenant()
    const kept = [await issued(tenant), await issued(tenant)]
    const known = (await tenant.get('/api/events')).json
    const backup = await backUp(open.location)
    t.after(() => backup.remove())
    const lost = [await issued(tenant), await issued(tenant), await issued(tenant, 'purchase-credit-notes')]
    const ahead = (await tenant.get('/api/events')).json
    assert.equal(ahead.items.length, known.items.length + lost.length)
    const sent = [...kept, ...lost].flatMap(({ transmissions }) => transmissions)
    await first.stop()
    await backup.restore()

    // The backup has the row of the instance that ran: as if a minute had passed.
    const restored = await openDatabase(open.location)
    await restored.query(sql('update instances set seen_at = seen_at - 60000'))
    await restored.close()
    const readied = await selfbill(open.location, 'restored', '--skip-numbers', '5000', '--yes')
    assert.deepEqual([readied.code, readied.stderr], [0, ''])
    assert.match(readied.stdout, /^Waiting legs: [0-4]; .*\nSkipped document numbers: 5000, in every .*\n$/)
    const file = join(tmpdir(), `selfbill-sent-${tenant.orgId}`)
    t.after(() => rm(file, { force: true }))
    await writeFile(file, `${sent.join('\n')}\n`)
    const unknown = await selfbill(open.location, 'legs', '--unknown', file)
    assert.deepEqual(
      unknown.stdout.trim().split('\n'),
      lost.flatMap(({ transmissions }) => transmissions),
    )

    const port = new URL(first.address).port
    const haste = { 'TUNING.sandbox_delay_ms': '0', 'TUNING.gateway_timeout_ms': '2000' }
    const second = await startTestService(open.location, { ...haste, PORT: port })
    t.after(() => second.stop())
    const waiting = await tenant.get(`/api/events?since=${ahead.next}&wait=20`)
    assert.equal(waiting.status, 410)
    assert.deepEqual(waiting.json.errors, {
      message: 'Unknown cursor. Start again without `since` and skip the events you have already processed',
    })
    assert.equal((await tenant.get(`/api/events?since=${known.next}`)).status, 200)
    for (const { path } of lost) assert.equal((await tenant.get(path)).status, 404)
    const numbers = new Set([...kept, ...lost].map(({ number }) => number))
    for (const family of ['purchase-invoices', 'purchase-credit-notes'] as const) {
      const { number } = await issued(tenant, family)
      assert.ok(!numbers.has(number), `${number} was dealt before the restore`)
      assert.ok(Number(number.slice(-6)) > 5_000, number)
    }
    // The slower the machine, the more often the legs were tried before, and the longer they wait
    // for the next attempt.
    for (const { path } of kept) await eventually(async () => (await statusOf(tenant, path)) === 'APPROVED', 300_000)
    await second.stop()
    const checked = await selfbill(open.location, 'check')
    assert.match(checked.stdout, /^The database is sound/)
  })
})

interface Issued {
  readonly path: string
  readonly number: string
  readonly transmissions: readonly string[]
}

async function issued(tenant: Tenant, family: Family = 'purchase-invoices') {
  const { document_number: _, ...body } = family === 'purchase-invoices' ? aPurchaseInvoice() : aPurchaseCreditNote()
  const { status, json, text } = await tenant.post(`/api/${family}/${tenant.profileId}`, body)
  assert.equal(status, 201, text)
  const path = `/api/${family}/${json.id}`
  const { toC3, toC5 } = (await tenant.get(`${path}/peppol-status`)).json
  const transmissions = [toC3.transmissionUuid, toC5.transmissionUuid]
  return { path, number: json.document_number, transmissions } satisfies Issued
}

type Family = 'purchase-invoices' | 'purchase-credit-notes'

async function statusOf(tenant: Tenant, path: string): Promise<string> {
  return (await tenant.get(path)).json.meta_info.peppol_status.overall_status
}
