import { DatabaseAway } from '../database/database.ts'

/** A store of named, immutable objects, such as S3. */
export interface ObjectStore {
  /** Resolves when the object is stored for good. Rejects with `BlobStoreAway`. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Rejects with `BlobMissing` or `BlobStoreAway`. */
  get(name: string): Promise<Uint8Array>
  /** The objects whose names begin with `prefix`, sorted by name. Rejects with `BlobStoreAway`. */
  list(prefix: string): AsyncGenerator<StoredObject, void, undefined>
  /**
   * Deletes an object; one that is not there is no error. Rejects with `DeletionRefused` when the
   * store keeps it, or with `BlobStoreAway`.
   */
  delete(name: string): Promise<void>
  /** Closes the connections. */
  close(): void
}

export interface StoredObject {
  readonly name: string
  /** When it was last written, by the clock of the store, ms since 1970. */
  readonly storedAt: number
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

/** The store keeps the object: a lock of the bucket, or we have no right to delete. */
export class DeletionRefused extends Error {
  override readonly name = 'DeletionRefused'

  constructor(object: string, cause: unknown) {
    super(`the object store did not delete ${object}`, { cause })
  }
}
