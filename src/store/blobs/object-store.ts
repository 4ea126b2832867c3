import { DatabaseAway } from '../database/database.ts'

/** A store of named, immutable objects, such as S3. */
export interface ObjectStore {
  /** Resolves when the object is stored for good. Rejects with `BlobStoreAway`. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Rejects with `BlobMissing` or `BlobStoreAway`. */
  get(name: string): Promise<Uint8Array>
  /** Closes the connections. */
  close(): void
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
