/**
 * Rings when a document of an organisation has changed, so that readers in this process need not
 * wait for their next look.
 */
export class Bell {
  readonly #listeners = new Map<string, Set<Nap>>()
  #isClosed = false

  ring(orgId: string): void {
    for (const nap of this.#listeners.get(orgId) ?? []) nap.abort()
    for (const nap of this.#listeners.get(allOrganisations) ?? []) nap.abort()
  }

  /** Ends every nap, present and future: the process stops. */
  close(): void {
    this.#isClosed = true
    for (const naps of this.#listeners.values()) for (const nap of naps) nap.abort()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * A ring for the organisation ends the nap; without an organisation, any ring does. Returns a
   * function that stops listening.
   */
  listen(nap: Nap, orgId = allOrganisations): () => void {
    if (this.#isClosed) nap.abort()
    const naps = this.#listeners.get(orgId) ?? new Set()
    this.#listeners.set(orgId, naps.add(nap))
    return () => {
      naps.delete(nap)
      if (naps.size === 0 && this.#listeners.get(orgId) === naps) this.#listeners.delete(orgId)
    }
  }
}

/** A nap that a ring ends, such as an AbortController. */
interface Nap {
  abort(): void
}

/** Not the id of any organisation. */
const allOrganisations = ''
