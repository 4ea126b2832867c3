import { BlobMissing, BlobStoreAway, type ObjectPage, type ObjectStore } from '../../../src/store/blobs/object-store.ts'

/** An object store in memory, which a test can take away. */
export class MemoryObjects implements ObjectStore {
  readonly stored = new Map<string, Uint8Array>()
  readonly storedAt = new Map<string, number>()
  /** The clock of the store. */
  now = Date.now
  /** A page of `list`. */
  pageMax = 1000
  isAway = false

  async put(name: string, bytes: Uint8Array): Promise<void> {
    this.#requirePresence()
    this.stored.set(name, Uint8Array.from(bytes))
    this.storedAt.set(name, this.now())
  }

  async get(name: string): Promise<Uint8Array> {
    this.#requirePresence()
    const bytes = this.stored.get(name)
    if (bytes === undefined) throw new BlobMissing(name)
    return bytes
  }

  async list(prefix: string, after: string): Promise<ObjectPage> {
    this.#requirePresence()
    const names = [...this.stored.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
    const objects = names.slice(0, this.pageMax).map((name) => ({
      name,
      storedAt: this.storedAt.get(name) ?? 0,
      bytes: this.stored.get(name)?.length ?? 0,
    }))
    return { objects, hasMore: names.length > objects.length }
  }

  async remove(names: readonly string[]): Promise<void> {
    this.#requirePresence()
    for (const name of names) this.stored.delete(name)
  }

  close(): void {}

  #requirePresence(): void {
    if (this.isAway) throw new BlobStoreAway(new Error('unplugged'))
  }
}
