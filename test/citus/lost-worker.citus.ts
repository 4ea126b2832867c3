import { strict as assert } from 'node:assert'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import { onDistributed } from './distributed.ts'
import { Soak } from './soak.ts'

// A worker dies under load. What it does not have goes on as before; what it has waits.

onDistributed(
  'kill -9 of a worker stops its organisations alone, and nothing is lost or sent twice',
  async (t, cluster, database) => {
    const [dead] = cluster.workers
    assert.ok(dead)
    const soak = await Soak.start(cluster, database, [cluster.coordinator, cluster.coordinator])
    t.after(() => soak.close())
    await soak.untilCreated(20)
    const killedAt = Date.now()
    await dead.kill()
    const living = soak.callers.filter(({ worker }) => worker !== dead)
    await soak.untilCreated(20, living)
    await delay(5_000)

    const ofLiving = soak.since(killedAt, ({ caller }) => caller.worker !== dead)
    assert.deepEqual(countsOf(ofLiving.filter(({ status }) => status !== 200 && status !== 201)), {})
    const delivered = ofLiving.slice(0, 40).flatMap(({ id }) => id ?? [])
    // A superuser's look at these organisations alone: the others are on the dead worker.
    const ids = delivered.map((id) => `'${id}'`).join(', ')
    const approved = (orgId: string) =>
      database.asSuperuser(
        `select id from documents where org_id = '${orgId}' and id in (${ids}) and overall_status = 'APPROVED'`,
      )
    await eventually(async () => {
      const found = await Promise.all(living.map(({ orgId }) => approved(orgId)))
      return found.flat().length === delivered.length
    })
    // The first request may have left before the worker was dead.
    const ofDead = soak.since(Date.now() - 4_000, ({ caller }) => caller.worker === dead)
    assert.deepEqual(Object.keys(countsOf(ofDead)), ['create 503'])
    assert.ok(ofDead.every(({ hasRetryAfter }) => hasRetryAfter))

    await dead.start()
    await soak.untilCreated(20)
    const outcome = await soak.end()
    t.diagnostic(`${JSON.stringify(outcome)}; while the worker was dead: ${JSON.stringify(countsOf(ofLiving))}`)
    assert.equal(outcome.lost, 0)
    assert.equal(outcome.doubled, 0)
    assert.equal(outcome.isEachSentOnce, true)
  },
)

function countsOf(answers: readonly { readonly call: string; readonly status: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { call, status } of answers) counts[`${call} ${status}`] = (counts[`${call} ${status}`] ?? 0) + 1
  return counts
}
