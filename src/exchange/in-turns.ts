import type { Clock } from '../clock/clock.ts'

/**
 * Starts work for each item, a few at a time, and lets the event loop go round in between: requests
 * wait for a few of them, not for all. Returns what was started, in the order of the items.
 */
export async function startInTurns<Item, Work>(
  clock: Pick<Clock, 'turn'>,
  items: readonly Item[],
  start: (item: Item) => Promise<Work>,
): Promise<readonly Promise<Work>[]> {
  const started: Promise<Work>[] = []
  for (const item of items) {
    if (started.length > 0 && started.length % atOnceMax === 0) await clock.turn()
    const work = start(item)
    // The caller sees a rejection only after the last item was started.
    work.catch(() => undefined)
    started.push(work)
  }
  return started
}

/** About a millisecond of work: hashing, reading and judging short texts. */
const atOnceMax = 4
