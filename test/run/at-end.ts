/** Cleanup that runs once, after the last of the files that share a process. */
const work: (() => Promise<unknown>)[] = []
let isShared = false

/** Call it before the first file is imported, and `endAll` after the last. */
export function shareProcess(): void {
  isShared = true
}

/** False in a file that runs alone: nothing would call `endAll` there. */
export function isSharedProcess(): boolean {
  return isShared
}

export function atEnd(stop: () => Promise<unknown>): void {
  work.push(stop)
}

export async function endAll(): Promise<void> {
  for (const stop of work.toReversed()) await stop()
}
