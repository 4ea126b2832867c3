import type { StepName } from '@selfbill/pint-ae/draft'
import { stopwatch } from '../threads/stopwatch.ts'

/** When a step ran, ms since 1970 with fractions; times of all threads can be compared. */
export interface Step {
  readonly name: StepName
  readonly startedAt: number
  readonly endedAt: number
}

/** Measures the steps of one record. */
export class Steps {
  readonly #now = stopwatch()
  readonly #done: Step[] = []
  #running: { readonly name: StepName; readonly startedAt: number } | undefined

  /** Ends the step before. */
  readonly begin = (name: StepName): void => {
    this.#running = { name, startedAt: this.#end() }
  }

  /** All steps; ends the last one. */
  done(): readonly Step[] {
    this.#end()
    return this.#done
  }

  #end(): number {
    const endedAt = this.#now()
    if (this.#running !== undefined) this.#done.push({ ...this.#running, endedAt })
    this.#running = undefined
    return endedAt
  }
}
