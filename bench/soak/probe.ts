import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the service by the soak (`--import`): at SIGUSR2 it collects all garbage and writes
 * to the file that SOAK_PROBE names what is left. With SOAK_SNAPSHOTS it also writes a heap
 * snapshot into that folder.
 */
export interface Left {
  readonly heapMb: number
  readonly externalMb: number
  readonly residentMb: number
  /** Of the other threads, each after its last own collection. */
  readonly threadsMb: readonly number[]
  /** What the event loop holds open, by kind. */
  readonly resources: Readonly<Record<string, number>>
}

function left(): Left {
  const { heapUsed, external, rss } = process.memoryUsage()
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  const mb = (bytes: number) => bytes / 1024 / 1024
  const { workers } = process.report.getReport() as ThreadReport
  const threadsMb = workers.map(({ javascriptHeap: { usedMemory, externalMemory } }) => mb(usedMemory + externalMemory))
  return { heapMb: mb(heapUsed), externalMb: mb(external), residentMb: mb(rss), threadsMb, resources }
}

/** Of Node's diagnostic report. */
interface ThreadReport {
  readonly workers: readonly {
    readonly javascriptHeap: { readonly usedMemory: number; readonly externalMemory: number }
  }[]
}

const file = process.env.SOAK_PROBE
if (isMainThread && file !== undefined) {
  process.on('SIGUSR2', async () => {
    // What a first collection finds dead is told to who has registered for it, in tasks of its own;
    // a second takes what they let go.
    for (let round = 0; round < 3; round += 1) {
      globalThis.gc?.()
      await sleep(100)
    }
    const { SOAK_SNAPSHOTS: folder } = process.env
    if (folder !== undefined) writeHeapSnapshot(join(folder, `${process.pid}-${Date.now()}.heapsnapshot`))
    writeFileSync(`${file}.new`, JSON.stringify(left()))
    renameSync(`${file}.new`, file)
  })
}
