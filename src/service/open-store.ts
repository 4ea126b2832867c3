import type { Config } from '../config/config.ts'
import { Blobs } from '../store/blobs/blobs.ts'
import { S3Objects } from '../store/blobs/s3.ts'
import { type Contraction, contract } from '../store/database/contract.ts'
import { migrate } from '../store/database/migrate.ts'
import type { DatabaseObserver } from '../store/database/observed-database.ts'
import type { DatabaseLocation } from '../store/database/open-database.ts'
import { openDatabase } from '../store/database/open-database.ts'
import { openStore, type Store } from '../store/store.ts'
import { seedDemo } from './seed.ts'

/**
 * Opens the configured store and migrates it; a new embedded database gets the demo data. With
 * `mustExist` it changes no schema.
 */
export async function openConfiguredStore(
  config: Config,
  observer?: DatabaseObserver,
  mustExist = false,
): Promise<Store> {
  const store = await openStore({ ...locationOf(config), mustExist }, Date.now(), observer, blobsOf(config))
  return closedOnFailure(store, async () => {
    if (config.isDemoSeeded) await seedDemo(store)
    return store
  })
}

/** Closes the store when the work fails: an open database would keep the process alive. */
export async function closedOnFailure<Result>(store: Store, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens the store for one piece of work of a command, and always closes it. Throws
 * `DatabaseUnusable` where a start or `migrate` has made no database: in a folder or database with
 * a wrong name, a command must neither create one nor find it empty. Throws `MigrationRefused` at
 * an older schema: an older service may be at work on it.
 */
export async function withStore<Result>(config: Config, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(existingLocationOf(config), Date.now(), undefined, blobsOf(config))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Throws as `withStore` does, and opens nothing else. */
export async function requireDatabase(config: Config): Promise<void> {
  const database = await openDatabase(existingLocationOf(config))
  await database.close()
}

/** Applies every migration, also those that contract the schema. */
export async function migrateDatabase(config: Config): Promise<Contraction> {
  const database = await openDatabase(locationOf(config))
  try {
    const expanded = await migrate(database, Date.now())
    const { applied, waiting } = await contract(database, Date.now())
    return { applied: [...expanded, ...applied], waiting }
  } finally {
    await database.close()
  }
}

function blobsOf({ blobs, secretKey, formerSecretKeys }: Config): Blobs | undefined {
  return blobs === undefined ? undefined : new Blobs(new S3Objects(blobs), secretKey, Date.now, formerSecretKeys)
}

function existingLocationOf(config: Config): DatabaseLocation {
  return { ...locationOf(config), mustExist: true }
}

export function locationOf({ database }: Config): DatabaseLocation {
  return database.kind === 'postgres' ? { databaseUrl: database.url } : { dataDir: database.directory }
}
