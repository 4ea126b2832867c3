import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/clock/clock.ts'
import { openStore } from '../../src/store/store.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import { effort } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { RunningService } from '../support/processes/running-service.ts'
import { Random } from '../support/random.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { tenants } from '../support/service/tenants.ts'

// Kills the service (SIGKILL) during creates and deliveries, again and again. Every document
// answered with 201 must exist afterwards, complete, and its legs must reach their final status.

const rounds = effort === 'long' ? 20 : 2
/** Chooses the moment of each kill; `SEED` sets another. */
const seed = Number(process.env.SEED ?? 1)

eachDatabase('a service that is killed', (open) => {
  test(`loses no answered create, in ${rounds} rounds`, { timeout: 300_000 }, async () => {
    await open()
    const environment = {
      ...('databaseUrl' in open.location
        ? { DATABASE_URL: open.location.databaseUrl }
        : { DATA_DIR: open.location.dataDir }),
      'TUNING.rate_limit_per_minute': '1000000',
      'TUNING.sandbox_delay_ms': '50',
      'TUNING.worker_lease_ms': '2000',
    }
    const store = await openStore(open.location, Date.now())
    const [tenant] = await tenants(store, 1)
    await store.close()
    assert.ok(tenant)
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
    const answered = new Map<string, string>()
    const random = new Random(seed)
    for (let round = 1; round <= rounds; round += 1) {
      const service = await RunningService.start(environment)
      const body = jsonOf(aPurchaseInvoice())
      let isKilled = false
      const caller = async () => {
        while (!isKilled) {
          try {
            const url = `${service.address}/api/purchase-invoices/${tenant.profileId}`
            const answer = await fetch(url, { method: 'POST', headers, body })
            const text = await answer.text()
            assert.equal(answer.status, 201, text)
            answered.set(JSON.parse(text).id, text)
          } catch (error) {
            if (!isKilled || error instanceof assert.AssertionError) throw error
          }
        }
      }
      const callers = Array.from({ length: 8 }, caller)
      const enough = answered.size + 8
      await eventually(async () => answered.size >= enough)
      await systemClock.sleep(random.below(200)) // a random moment of its work
      isKilled = true
      process.kill(service.pid, 'SIGKILL')
      await Promise.all(callers)
    }
    assert.ok(answered.size > 10, `only ${answered.size} creates were answered`)
    const service = await RunningService.start(environment)
    try {
      const sequences = new Set<number>()
      for (const [id, text] of answered) {
        const created: Created = JSON.parse(text)
        const document = await untilApproved(`${service.address}/api/purchase-invoices/${id}`, headers)
        assert.deepEqual({ ...document, meta_info: undefined }, { ...created, meta_info: undefined })
        sequences.add(document.document_sequence)
        const xml = await fetch(`${service.address}/api/purchase-invoices/${id}/xml`, { headers })
        assert.match(await xml.text(), /<\/Invoice>$/)
      }
      assert.equal(sequences.size, answered.size)
    } finally {
      await service.stop()
    }
  })
})

async function untilApproved(url: string, headers: Readonly<Record<string, string>>): Promise<Created> {
  return eventually(async () => {
    const answer = await fetch(url, { headers })
    assert.equal(answer.status, 200)
    const document: Created = JSON.parse(await answer.text())
    return document.meta_info.peppol_status.overall_status === 'APPROVED' && document
  }, 180_000)
}

interface Created {
  readonly document_sequence: number
  readonly meta_info: { readonly peppol_status: { readonly overall_status: string } }
}
