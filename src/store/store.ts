import { proveFrames } from '../text/frames.ts'
import { blobDatabase } from './blobs/blob-database.ts'
import type { Blobs } from './blobs/blobs.ts'
import { readApplied } from './database/applied-migrations.ts'
import { noticedCommits } from './database/commits.ts'
import { contract } from './database/contract.ts'
import type { Database } from './database/database.ts'
import { fairReads } from './database/fair-reads.ts'
import { migrate } from './database/migrate.ts'
import { newestMigration } from './database/migration-files.ts'
import { type DatabaseObserver, observedDatabase } from './database/observed-database.ts'
import { type DatabaseLocation, openDatabase } from './database/open-database.ts'
import { TextPacking } from './database/text-packing.ts'
import { tracedDatabase } from './database/traced-database.ts'
import { KnownContexts } from './documents/document-context.ts'
import { Numbers } from './documents/numbers.ts'
import { proveReadiness } from './readiness.ts'
import { Idempotency } from './requests/idempotency.ts'
import { SharedRates } from './requests/rates.ts'

/**
 * Everything the service keeps. Opens the database where it is and brings it to the newest schema
 * first, unless it must exist: then it changes no schema. With `blobs`, new texts go there.
 */
export async function openStore(
  location: DatabaseLocation,
  now: number,
  observer?: DatabaseObserver,
  blobs?: Blobs,
): Promise<Store> {
  const plain = await openDatabase(location)
  const opened = tracedDatabase(fairReads(plain))
  const observed = observer === undefined ? opened : observedDatabase(opened, observer)
  const textPacking = new TextPacking()
  const database = {
    ...noticedCommits(blobs === undefined ? observed : blobDatabase(observed, blobs)),
    textPacking,
  }
  try {
    proveFrames()
    if (location.mustExist !== true) {
      await migrate(database, now)
      // One process serves it, and its way back is the backup. On PostgreSQL an operator decides.
      if (database.dialect.name === 'sqlite') await contract(database, now)
    }
    textPacking.look(await readApplied(database))
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    database,
    textPacking,
    newestMigration: await newestMigration(),
    blobs,
    numbers: new Numbers(database),
    contexts: new KnownContexts(),
    idempotency: new Idempotency(database),
    sharedRates: database.dialect.name === 'postgres' ? new SharedRates(database) : undefined,
    ready: () => proveReadiness(database),
    hurry: (ms) => plain.hurry?.(ms),
    close: () => database.close(),
  }
}

export interface Store {
  /** For the functions over it, which are most of src/store. */
  readonly database: Database
  readonly textPacking: TextPacking
  /** The newest that this version knows; the database may have newer ones. */
  readonly newestMigration: string
  /** The object store; undefined: everything is in the database. */
  readonly blobs: Blobs | undefined
  readonly numbers: Numbers
  readonly contexts: KnownContexts
  readonly idempotency: Idempotency
  /** Undefined on the embedded database: one process serves it, and counts faster in its memory. */
  readonly sharedRates: SharedRates | undefined
  /** Rejects when the database does not take a write, or does not answer. */
  ready(): Promise<void>
  /** For a stop: no statement waits longer than this for a silent database. */
  hurry(ms: number): void
  close(): Promise<void>
}
