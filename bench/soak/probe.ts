import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { isMainThread } from 'node:worker_threads'

// The soak loads this into the service (`--import`). On SIGUSR2 it runs a full garbage collection
// and writes the remaining memory to the file in SOAK_PROBE. With SOAK_SNAPSHOTS it also writes a
// heap snapshot into that folder.

/** The memory and handles that remain after a full garbage collection. */
export interface Left {
  readonly heapMb: number
  readonly externalMb: number
  readonly residentMb: number
  /** The heaps of the other threads, each after its own last collection. */
  readonly threadsMb: readonly number[]
  /** The open handles of the event loop, by kind. */
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

/** The part of Node's diagnostic report that is read here. */
interface ThreadReport {
  readonly workers: readonly {
    readonly javascriptHeap: { readonly usedMemory: number; readonly externalMemory: number }
  }[]
}

const file = process.env.SOAK_PROBE
if (isMainThread && file !== undefined) {
  process.on('SIGUSR2', async () => {
    // Finalizers of the first collection run in their own tasks; later collections free what
    // they release.
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
