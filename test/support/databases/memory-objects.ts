import { BlobMissing, BlobStoreAway, type ObjectStore } from '../../../src/store/blobs/object-store.ts'

/** An object store in memory, which a test can take away. */
export class MemoryObjects implements ObjectStore {
  readonly stored = new Map<string, Uint8Array>()
  isAway = false

  async put(name: string, bytes: Uint8Array): Promise<void> {
    this.#requirePresence()
    this.stored.set(name, Uint8Array.from(bytes))
  }

  async get(name: string): Promise<Uint8Array> {
    this.#requirePresence()
    const bytes = this.stored.get(name)
    if (bytes === undefined) throw new BlobMissing(name)
    return bytes
  }

  close(): void {}

  #requirePresence(): void {
    if (this.isAway) throw new BlobStoreAway(new Error('unplugged'))
  }
}
