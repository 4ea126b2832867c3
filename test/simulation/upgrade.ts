import type { Chaos } from './chaos.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * Instances that store texts as the older release did, until the contraction is applied: then one
 * after the other begins to pack, and packs what is older, beside others that do not know of it yet.
 */
export class Upgrade {
  readonly #scheduler: Scheduler
  readonly #chaos: Chaos
  /** The database has the contraction. */
  isApplied = false

  constructor({ scheduler, chaos }: { readonly scheduler: Scheduler; readonly chaos: Chaos }) {
    this.#scheduler = scheduler
    this.#chaos = chaos
  }

  begin(): void {
    this.#scheduler.after(this.#chaos.between(60_000, 400_000), 'the contraction is applied', undefined, () => {
      this.isApplied = true
    })
  }
}
