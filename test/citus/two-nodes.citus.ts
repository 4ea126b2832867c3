import { strict as assert } from 'node:assert'
import type { FeedEntry } from '../../src/feed/entry.ts'
import { onDistributed } from './distributed.ts'
import { type Caller, Soak } from './soak.ts'

// One instance connects to the coordinator, another to a worker. The callers use them in turn.

onDistributed(
  'creates through two nodes are in the feed once, in the order of their answers',
  async (t, cluster, database) => {
    const [worker] = cluster.workers
    assert.ok(worker)
    const soak = await Soak.start(cluster, database, [cluster.coordinator, worker])
    t.after(() => soak.close())
    await soak.untilCreated(15)
    const outcome = await soak.end()
    t.diagnostic(JSON.stringify(outcome))
    assert.deepEqual([outcome.lost, outcome.doubled, outcome.isEachSentOnce], [0, 0, true])
    for (const caller of soak.callers) {
      const feed = await feedOf(soak, caller)
      const created = soak.answers.flatMap((one) => (one.caller === caller && one.id !== undefined ? [one.id] : []))
      const inFeed = feed.filter(({ type }) => type === 'purchase.invoice.created').map(({ data }) => data.id)
      assert.deepEqual(inFeed, created)
      assert.equal(new Set(feed.map(({ id }) => id)).size, feed.length)
      const statuses = created.map((id) => feed.findLast(({ data }) => data.id === id)?.data.overall_status)
      assert.deepEqual(new Set(statuses), new Set(['APPROVED']))
    }
  },
)

/** All events, each page by the other instance. */
async function feedOf(soak: Soak, caller: Caller): Promise<readonly FeedEntry[]> {
  const events: FeedEntry[] = []
  let since = ''
  for (let page = 0; ; page += 1) {
    const { items: more, next } = await soak.eventsOf(caller, page, `limit=10${since}`)
    if (more.length === 0) return events
    events.push(...more)
    since = `&since=${next}`
  }
}
