/**
 * A queue in which organisations take turns, each in its own order, so that an organisation with
 * many documents does not delay one with few.
 */
export class TurnQueue<Job extends { readonly orgId: string }> {
  /** The organisation whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  waitingOf(orgId: string): number {
    return this.#waiting.get(orgId)?.length ?? 0
  }

  add(job: Job): void {
    const others = this.#waiting.get(job.orgId)
    if (others === undefined) this.#waiting.set(job.orgId, [job])
    else others.push(job)
    this.#length += 1
  }

  take(): Job | undefined {
    for (const [orgId, [first, ...others]] of this.#waiting) {
      this.#waiting.delete(orgId)
      if (others.length > 0) this.#waiting.set(orgId, others)
      this.#length -= 1
      return first
    }
    return undefined
  }
}
