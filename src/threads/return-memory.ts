import { getHeapStatistics } from 'node:v8'

/**
 * Collects the garbage that large jobs left on this thread, heap and buffers, if both together
 * exceed `largeBytes`. V8 would let the heap grow almost to its limit first: ten documents of
 * 10,000 lines held 900 MB, where one needs 250. Does nothing when the process runs without
 * `--expose-gc`, which `bin/selfbill.js` gives it. Returns whether it collected.
 */
export function returnMemory(largeBytes = usualLargeBytes): boolean {
  if (globalThis.gc === undefined) return false
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics()
  if (heap + buffers < largeBytes) return false
  globalThis.gc()
  return true
}

/** A full collection takes about 0.1 s, so it must pay. */
const usualLargeBytes = 160 * 1024 * 1024
