import { strict as assert } from 'node:assert'
import type { CitusDatabase } from './cluster.ts'
import { onDistributed } from './distributed.ts'
import { Soak } from './soak.ts'

// Citus counts the statements that it sent to one shard and those that it sent to several. The
// second kind is what the service asks of all organisations from time to time.

onDistributed(
  'of the statements of creates, deliveries and reads 99 % go to one shard',
  async (t, cluster, database) => {
    const soak = await Soak.start(cluster, database, [cluster.coordinator], { callersOfEach: 4 })
    t.after(() => soak.close())
    await soak.untilCreated(2)
    const before = await counted(database)
    const from = Date.now()
    await soak.untilCreated(40)
    const after = await counted(database)
    const creates = soak.since(from, ({ id }) => id !== undefined).length
    const single = after.single - before.single
    const several = after.several - before.several
    const outcome = await soak.end()
    t.diagnostic(
      `${creates} creates in ${Date.now() - from} ms: ${single} statements to one shard, ${several} to several`,
    )
    assert.ok(single > 20 * creates)
    assert.ok(single / (single + several) >= 0.99, `${single} of ${single + several}`)
    assert.deepEqual([outcome.lost, outcome.doubled], [0, 0])
  },
)

async function counted(database: CitusDatabase) {
  const [row] = await database.asSuperuser(
    `select query_execution_single_shard as single, query_execution_multi_shard as several
     from citus_stat_counters where name = current_database()`,
  )
  return { single: Number(row?.single), several: Number(row?.several) }
}
