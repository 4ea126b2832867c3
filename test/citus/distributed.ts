import { distribute } from '../../src/store/database/distribute.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { openDatabase } from '../../src/store/database/open-database.ts'
import type { CitusDatabase, Cluster } from './cluster.ts'

/** A new database of the cluster with all tables, distributed. */
export async function newDistributedDatabase(cluster: Cluster): Promise<CitusDatabase> {
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
