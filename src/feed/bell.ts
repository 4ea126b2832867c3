/**
 * Rung when a document of an organisation has changed: whoever waits for that in this process need
 * not wait for the next look.
 */
export class Bell {
  readonly #listeners = new Map<string, Set<Nap>>()
  #isClosed = false

  ring(orgId: string): void {
    for (const nap of this.#listeners.get(orgId) ?? []) nap.abort()
    for (const nap of this.#listeners.get(everybody) ?? []) nap.abort()
  }

  /** Ends every nap, now and from now on: the process stops. */
  close(): void {
    this.#isClosed = true
    for (const naps of this.#listeners.values()) for (const nap of naps) nap.abort()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * From now on a ring ends the nap; without an organisation, that of any. Answers how to stop
   * listening.
   */
  listen(nap: Nap, orgId = everybody): () => void {
    if (this.#isClosed) nap.abort()
    const naps = this.#listeners.get(orgId) ?? new Set()
    this.#listeners.set(orgId, naps.add(nap))
    return () => {
      naps.delete(nap)
      if (naps.size === 0 && this.#listeners.get(orgId) === naps) this.#listeners.delete(orgId)
    }
  }
}

/** A nap that a ring ends: an AbortController, for one. */
interface Nap {
  abort(): void
}

/** No organisation has this id. */
const everybody = ''
