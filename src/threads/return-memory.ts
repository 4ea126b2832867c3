import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Collects the garbage that large jobs left on this thread, heap and buffers, if both together
 * exceed `largeBytes`. Returns whether it collected.
 *
 * This is the only trick with the process, and was measured against doing without it, in turns:
 * eight documents of 10,000 lines, three at a time, reached 740 MB instead of 850, and six seconds
 * later the process held 650 to 700 MB instead of 740 to 890. It costs a quarter more processor
 * time for such documents. Small ones never come here (docs/decisions/0136).
 */
export function returnMemory(largeBytes = usualLargeBytes): boolean {
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics()
  if (heap + buffers < largeBytes) return false
  collect ??= collector()
  collect()
  return true
}

/** A full collection takes about 0.1 s, so it must pay. */
const usualLargeBytes = 160 * 1024 * 1024

let collect: (() => void) | undefined

/** V8's own function, without a flag at the start of the process. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  if (typeof gc !== 'function') throw new Error('V8 has no function that collects')
  return () => void gc()
}
