import { strict as assert } from 'node:assert'
import { onDistributed } from './distributed.ts'
import { type Caller, Soak } from './soak.ts'

// One instance connects to the coordinator, another to a worker. The callers use them in turn.

onDistributed('creates through two nodes are in the feed once, in their order', async (t, cluster, database) => {
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
    const inFeed = feed.filter(({ event_type }) => XX
    assert.deepEqual(inFeed, created)
    assert.equal(new Set(feed.map(({ event_id }) => event_id)).size, feed.length)
    const last = feed.findLast(({ document_id }) => document_id === created.at(-1))
    assert.equal(last?.overall_status, 'APPROVED')
  }
})

/** All events, each page by the other instance. */
async function feedOf(soak: Soak, caller: Caller): Promise<readonly Record<string, unknown>[]> {
  const events: Record<string, unknown>[] = []
  let since = ''
  for (let page = 0; ; page += 1) {
    const { events: more, next } = await soak.getJson(caller, page, `/api/events?limit=10${since}`)
    if (more.length === 0) return events
    events.push(...more)
    since = `&since=${next}`
  }
}
