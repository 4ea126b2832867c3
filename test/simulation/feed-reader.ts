import type { Callers } from './callers.ts'
import type { Chaos } from './chaos.ts'
import type { Scheduler } from './scheduler.ts'

/** Follows the change feed of an organisation at any instance, from one cursor, while it grows. */
export class FeedReader {
  readonly orgId: string
  /** The ids of the events that it got. */
  readonly seen = new Set<string>()
  readonly #parts: ReaderParts
  #since: string | undefined
  /** After a restore its cursor may be of events that are lost. */
  #mayStartAgain = false
  #looks = 0

  constructor(orgId: string, parts: ReaderParts) {
    this.orgId = orgId
    this.#parts = parts
    this.#lookLater()
  }

  /** The database went back to its copy. */
  restore(): void {
    this.#mayStartAgain = true
  }

  #lookLater(): void {
    const { scheduler, chaos } = this.#parts
    scheduler.after(chaos.between(1_000, 60_000), `a reader of ${this.orgId} looks`, undefined, () => {
      void this.#look().finally(() => this.#lookLater())
    })
  }

  /** A request of it is under way. */
  get isLooking(): boolean {
    return this.#looks > 0
  }

  /** Once no event is new any more, and no instance fails. */
  async readToEnd(): Promise<void> {
    while (!(await this.#look()));
  }

  /** True at the end of the feed. */
  async #look(): Promise<boolean> {
    this.#looks += 1
    try {
      return await this.#readOn()
    } finally {
      this.#looks -= 1
    }
  }

  async #readOn(): Promise<boolean> {
    const since = this.#since
    const { callers, violation, chaos } = this.#parts
    const query = { limit: String(1 + chaos.below(20)), ...(since !== undefined && { since }) }
    const reply = await callers.send({ operationId: 'listEvents', orgId: this.orgId, params: {}, query })
    if (reply.kind !== 'answered' || reply.status >= 500) return false
    if (reply.status === 410 && this.#mayStartAgain) {
      this.#mayStartAgain = false
      this.#since = undefined
      this.seen.clear()
      return false
    }
    if (reply.status !== 200) {
      violation('a cursor of the feed stays good', `${reply.status} ${reply.text}`)
      return false
    }
    // Another look of this reader was quicker.
    if (this.#since !== since) return false
    const page: FeedPage = JSON.parse(reply.text)
    for (const { id, data } of page.items) {
      if (this.seen.has(id)) violation('a reader of the feed gets each event once', id)
      if (data.org_id !== this.orgId) violation('no organisation sees another', `${this.orgId} got the event ${id}`)
      this.seen.add(id)
    }
    this.#since = page.next
    return page.items.length === 0
  }
}

interface FeedPage {
  readonly items: readonly { readonly id: string; readonly data: { readonly org_id: string } }[]
  readonly next: string
}

export interface ReaderParts {
  readonly scheduler: Scheduler
  readonly chaos: Chaos
  readonly callers: Callers
  readonly violation: (invariant: string, what: string) => void
}
