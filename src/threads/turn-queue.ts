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

  /** The job that `take` would return. */
  peek(): Job | undefined {
    for (const [first] of this.#waiting.values()) return first
    return undefined
  }

  take(): Job | undefined {
    for (const [orgId, jobs] of this.#waiting) {
      const first = jobs.shift()
      this.#waiting.delete(orgId)
      if (jobs.length > 0) this.#waiting.set(orgId, jobs)
      this.#length -= 1
      return first
    }
    return undefined
  }
}
