import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, suite, type TestContext, test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { onPostgres } from '../support/databases/databases.ts'
import { eventually } from '../support/eventually.ts'
import { Relay } from '../support/network/relay.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

// PostgreSQL is connected and does not answer, answers on new connections only, hears and is not
// heard, or answers late. Requests fail early and together, nothing is lost or done twice, and the
// service recovers by itself.

/** Long enough that only the watch for silence can be the reason of an early answer. */
const queryTimeoutMs = 20_000

interface Place {
  readonly relay: Relay
  readonly running: TestService
  create(key: string): Promise<Created>
  /** Repeats every request until it is answered; each must be one document, and there is no other. */
  assertEachOnce(): Promise<void>
  untilWorking(): Promise<unknown>
}

interface Created {
  readonly id: string | undefined
  readonly status: number
  readonly retryAfter: string | null
  readonly tookMs: number
}

onPostgres('a PostgreSQL behind a bad network', (open) => {
  before(() => open())

  /** A service with a line of its own to the database. The tests wait most of the time: beside each other. */
  async function begin(t: TestContext): Promise<Place> {
    assert.ok('databaseUrl' in open.location)
    const url = new URL(open.location.databaseUrl)
    const relay = await Relay.start(Number(url.port || 5432))
    url.port = String(relay.port)
    url.searchParams.set('query_timeout', String(queryTimeoutMs))
    const running = await startTestService({ databaseUrl: url.href })
    t.after(async () => {
      relay.speak()
      await running.stop()
      await relay.stop()
    })
    const tenant = await running.tenant()
    const sent = new Set<string>()
    const create = async (key: string): Promise<Created> => {
      sent.add(key)
      const began = performance.now()
      const body = aPurchaseInvoice({ note: key })
      const path = `/api/purchase-invoices/${tenant.profileId}`
      const { status, headers, json } = await tenant.post(path, body, { 'idempotency-key': key })
      const id: string | undefined = status === 201 ? json.id : undefined
      return { id, status, retryAfter: headers.get('retry-after'), tookMs: performance.now() - began }
    }
    const assertEachOnce = async () => {
      const ids = new Set<string>()
      for (const key of sent) {
        await eventually(async () => {
          const { id } = await create(key)
          if (id !== undefined) ids.add(id)
          return id !== undefined
        }, 70_000)
      }
      const db = running.service.parts.store.database
      const [row] = await db.query(sql('select count(*) as n from documents where org_id = $1', tenant.orgId))
      assert.deepEqual([ids.size, Number(row?.n)], [sent.size, sent.size])
    }
    const isWorking = async () => (await tenant.get('/api/purchase-invoices')).status === 200
    const untilWorking = () => eventually(isWorking, 30_000)
    return { relay, running, create, assertEachOnce, untilWorking }
  }

  suite('each service on its own line', { concurrency: true }, () => {
    for (const direction of ['both', 'out', 'back'] as const) {
      test(`silent (${direction}): requests of an organisation fail together, later ones at once`, async (t) => {
        const { relay, running, create, assertEachOnce, untilWorking } = await begin(t)
        const warm = await create(randomUUID())
        assert.equal(warm.status, 201)
        relay.fallSilent(direction)
        const keys = someKeys(14)
        const answers = await Promise.all(keys.map(create))
        for (const { status, retryAfter, tookMs } of answers) {
          assert.ok((status === 503 || status === 504) && retryAfter === '5', `${status} ${retryAfter}`)
          assert.ok(tookMs < queryTimeoutMs + 5_000, `${tookMs} ms`)
        }
        const early = await Promise.all([create(keys[0] ?? ''), fetchDeclared(running.address, '/healthz')])
        assert.deepEqual([early[0].status, early[0].retryAfter, early[1].status], [503, '5', 200])
        assert.ok(early[0].tookMs < 1_000, `${early[0].tookMs} ms`)
        relay.speak()
        await untilWorking()
        await assertEachOnce()
      })
    }

    test('dead connections beside a server that answers: new ones are made', async (t) => {
      const { relay, create, assertEachOnce } = await begin(t)
      const keys = someKeys(6)
      await Promise.all(someKeys(6).map(create))
      relay.hushOpenLines()
      const answers = await Promise.all(keys.map(create))
      for (const { status } of answers) assert.ok([201, 503, 504].includes(status), `${status}`)
      // No call of an earlier connection waits for its own time limit any more.
      const next = await create(randomUUID())
      assert.equal(next.status, 201)
      assert.ok(next.tookMs < 5_000, `${next.tookMs} ms`)
      relay.speak()
      await assertEachOnce()
    })

    test('late traffic only takes longer', async (t) => {
      const { relay, create, assertEachOnce } = await begin(t)
      relay.delayMs = 400
      const answers = await Promise.all(someKeys(4).map(create))
      relay.delayMs = 0
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201, 201, 201],
      )
      await assertEachOnce()
    })

    test('a stop while the database is silent takes less than 12 seconds', async (t) => {
      const { relay, running, create } = await begin(t)
      for (const key of someKeys(3)) assert.equal((await create(key)).status, 201)
      relay.fallSilent()
      const began = performance.now()
      await running.stop()
      const tookMs = performance.now() - began
      assert.ok(tookMs < 12_000, `${tookMs} ms`)
    })
  })
})

const someKeys = (count: number) => Array.from({ length: count }, () => randomUUID())
