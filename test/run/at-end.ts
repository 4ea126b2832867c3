/** What files that run together in one process share, and what stops it after the last of them. */
const work: (() => Promise<unknown>)[] = []

export function atEnd(stop: () => Promise<unknown>): void {
  work.push(stop)
}

export async function endAll(): Promise<void> {
  for (const stop of work.toReversed()) await stop()
}
