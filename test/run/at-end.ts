/** Cleanup that runs once, after the last of the files that share a process. */
const work: (() => Promise<unknown>)[] = []

export function atEnd(stop: () => Promise<unknown>): void {
  work.push(stop)
}

export async function endAll(): Promise<void> {
  for (const stop of work.toReversed()) await stop()
}
