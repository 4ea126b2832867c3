import { type TestContext, test } from 'node:test'
import { distribute } from '../../src/store/database/citus/distribute.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { type CitusDatabase, Cluster } from './cluster.ts'

/** A test with a distributed database of its own. Afterwards every node runs again. */
export function onDistributed(
  name: string,
  run: (t: TestContext, cluster: Cluster, database: CitusDatabase) => Promise<void>,
): void {
  test(name, async (t) => {
    const cluster = await Cluster.find()
    const database = await newDistributedDatabase(cluster)
    try {
      await run(t, cluster, database)
    } finally {
      // The instances stop first: the hooks of a test run after it.
      t.after(async () => {
        await Promise.all(cluster.nodes.map((node) => node.start()))
        await database.drop()
      })
    }
  })
}

/** A new database of the cluster with all tables, distributed. */
async function newDistributedDatabase(cluster: Cluster): Promise<CitusDatabase> {
  const database = await cluster.newDatabase()
  const opened = await openDatabase({ databaseUrl: database.urlAt() }, { statementTimeoutMs: 600_000 })
  try {
    await migrate(opened, 1)
    await distribute(opened)
  } finally {
    await opened.close()
  }
  return database
}
