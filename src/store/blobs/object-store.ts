import { DatabaseAway } from '../database/database.ts'

/** A store of named, immutable objects, such as S3. */
export interface ObjectStore {
  /** Resolves when the object is stored for good. Rejects with `BlobStoreAway`. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Rejects with `BlobMissing` or `BlobStoreAway`. */
  get(name: string): Promise<Uint8Array>
  /**
   * Some objects whose names begin with `prefix`, in the order of their names, after the name
   * `after`. Rejects with `BlobStoreAway`.
   */
  list(prefix: string, after: string): Promise<ObjectPage>
  /** Deletes objects; those that are gone do not matter. Rejects with `BlobStoreAway`. */
  remove(names: readonly string[]): Promise<void>
  /** Closes the connections. */
  close(): void
}

/** Part of a list of objects. */
export interface ObjectPage {
  readonly objects: readonly StoredObject[]
  /** False: no object follows. */
  readonly hasMore: boolean
}

export interface StoredObject {
  readonly name: string
  /** When it was last stored, by the clock of the store: ms since 1970. */
  readonly storedAt: number
  readonly bytes: number
}

/**
 * The object store does not answer, or refuses. For callers it is part of the database: nothing was
 * written, and a retry may succeed.
 */
export class BlobStoreAway extends DatabaseAway {}

/** The store has no such object. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'

  constructor(object: string) {
    super(`the object store has no object ${object}`)
  }
}
