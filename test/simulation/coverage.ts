import { legStatuses } from '../../src/store/legs/legs.ts'
import { allTroubles, type Trouble } from './chaos.ts'

/**
 * What the worlds of a run have met: each fault, each state of a leg, and each fault while some leg
 * was in each state. What was never met is a finding about the worlds.
 */
export class Coverage {
  readonly #faults = new Map<string, number>()
  readonly #states = new Map<string, number>()
  readonly #meetings = new Map<string, number>()

  add({ counts, reached, met }: Met): void {
    addAll(this.#faults, counts)
    addAll(this.#states, reached)
    addAll(this.#meetings, met)
  }

  lines(): readonly string[] {
    return [
      `faults: ${listed(this.#faults)}`,
      `states: ${listed(this.#states)}`,
      named('never', 'every fault has struck', without(this.#faults, allTroubles)),
      named('never met', 'every fault has met legs in every state', without(this.#meetings, allMeetings)),
      `met least: ${listed(new Map(this.#rarest(5)))}`,
    ]
  }

  #rarest(count: number): readonly (readonly [string, number])[] {
    return [...this.#meetings].toSorted(([, one], [, other]) => one - other).slice(0, count)
  }
}

/** What one world has met. */
export interface Met {
  /** How often each fault struck. */
  readonly counts: ReadonlyMap<Trouble, number>
  /** How often a state was reached. */
  readonly reached: ReadonlyMap<string, number>
  /** How often a fault struck while some leg was in a state, by `meetingOf`. */
  readonly met: ReadonlyMap<string, number>
}

/** A fault strikes while some leg is in a state. */
export function meetingOf(trouble: Trouble, status: string): string {
  return `${trouble} × ${status}`
}

const allMeetings = allTroubles.flatMap((trouble) => legStatuses.map((status) => meetingOf(trouble, status)))

function addAll(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, times] of counts) sums.set(name, (sums.get(name) ?? 0) + times)
}

function without(counts: ReadonlyMap<string, number>, names: readonly string[]): readonly string[] {
  return names.filter((name) => !counts.has(name))
}

function named(label: string, nothing: string, names: readonly string[]): string {
  return names.length === 0 ? nothing : `${label}: ${names.join(', ')}`
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
}
