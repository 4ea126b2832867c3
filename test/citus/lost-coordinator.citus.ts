import { strict as assert } from 'node:assert'
import { setTimeout as delay } from 'node:timers/promises'
import { onDistributed } from './distributed.ts'
import { Soak } from './soak.ts'

onDistributed(
  'kill -9 of the coordinator stops all requests until it is back, and nothing is lost or sent twice',
  async (t, cluster, database) => {
    const { coordinator } = cluster
    const soak = await Soak.start(cluster, database, [coordinator, coordinator])
    t.after(() => soak.close())
    await soak.untilCreated(10)
    for (let round = 1; round <= 2; round += 1) {
      await coordinator.kill()
      await delay(2_000)
      await coordinator.start()
      await soak.untilCreated(10)
    }
    const outcome = await soak.end()
    t.diagnostic(JSON.stringify(outcome))
    assert.ok(outcome.created >= 30 * soak.callers.length)
    assert.deepEqual([outcome.lost, outcome.doubled, outcome.isEachSentOnce], [0, 0, true])
  },
)
