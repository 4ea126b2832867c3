import { getHeapStatistics } from 'node:v8'

/**
 * Collects the garbage that large jobs left on this thread. V8 would let the heap grow almost to
 * its limit first: ten documents of 10,000 lines held 900 MB, where one needs 250. Does nothing
 * when the process runs without `--expose-gc`, which `bin/selfbill.js` gives it. Returns whether it
 * collected.
 */
export function returnMemory(): boolean {
  if (globalThis.gc === undefined || getHeapStatistics().used_heap_size < largeHeapBytes) return false
  globalThis.gc()
  return true
}

/** A full collection takes about 0.1 s, so it must pay. */
const largeHeapBytes = 160 * 1024 * 1024
