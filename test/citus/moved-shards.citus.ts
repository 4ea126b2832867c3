import { strict as assert } from 'node:assert'
import { onDistributed } from './distributed.ts'
import { Soak } from './soak.ts'

// Moves organisations to another worker and back while they create and deliver documents, as
// citus_rebalance_start does.

onDistributed(
  'shards move between workers under load, and nothing is lost or sent twice',
  async (t, cluster, database) => {
    const soak = await Soak.start(cluster, database, [cluster.coordinator, cluster.coordinator])
    t.after(() => soak.close())
    await soak.untilCreated(5)
    const moved = soak.callers.filter((_, at) => at % 2 === 0)
    const from = Date.now()
    for (let round = 0; round < 2; round += 1) {
      for (const { orgId } of moved) {
        const source = await database.workerOf(orgId)
        const target = cluster.workers.find((worker) => worker !== source)
        assert.ok(target)
        await database.asSuperuser(
          `select citus_move_shard_placement(get_shard_id_for_distribution_column('documents', '${orgId}'),
           '${source.host}', ${source.port}, '${target.host}', ${target.port}, 'block_writes')`,
        )
        assert.equal(await database.workerOf(orgId), target)
      }
    }
    const meanwhile = soak.since(from)
    await database.asSuperuser(`select citus_rebalance_start(shard_transfer_mode => 'block_writes')`)
    await database.asSuperuser('select citus_rebalance_wait()')
    await soak.untilCreated(5)
    const outcome = await soak.end()
    const failed = meanwhile.filter(({ status }) => status !== 200 && status !== 201).length
    t.diagnostic(
      `${JSON.stringify(outcome)}; ${2 * moved.length} moves, ${meanwhile.length} requests meanwhile, ${failed} of them failed`,
    )
    assert.ok(meanwhile.length >= 2 * moved.length)
    assert.deepEqual([outcome.lost, outcome.doubled, outcome.isEachSentOnce], [0, 0, true])
  },
)
