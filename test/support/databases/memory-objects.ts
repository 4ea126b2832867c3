import {
  BlobMissing,
  BlobStoreAway,
  DeletionRefused,
  type ObjectStore,
  type StoredObject,
} from '../../../src/store/blobs/object-store.ts'

/** An object store in memory, which a test can take away. */
export class MemoryObjects implements ObjectStore {
  readonly stored = new Map<string, Uint8Array>()
  readonly locked = new Set<string>()
  isAway = false
  /** The clock of the store. */
  now = Date.now
  readonly #times = new Map<string, number>()

  async put(name: string, bytes: Uint8Array): Promise<void> {
    this.#requirePresence()
    this.stored.set(name, Uint8Array.from(bytes))
    this.#times.set(name, this.now())
  }

  async get(name: string): Promise<Uint8Array> {
    this.#requirePresence()
    const bytes = this.stored.get(name)
    if (bytes === undefined) throw new BlobMissing(name)
    return bytes
  }

  async *list(prefix: string): AsyncGenerator<StoredObject, void, undefined> {
    this.#requirePresence()
    for (const name of [...this.stored.keys()].sort()) {
      if (name.startsWith(prefix) && this.stored.has(name)) yield { name, storedAt: this.#times.get(name) ?? 0 }
    }
  }

  async delete(name: string): Promise<void> {
    this.#requirePresence()
    if (this.locked.has(name)) throw new DeletionRefused(name, new Error('locked'))
    this.stored.delete(name)
  }

  close(): void {}

  #requirePresence(): void {
    if (this.isAway) throw new BlobStoreAway(new Error('unplugged'))
  }
}
