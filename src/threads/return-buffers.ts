import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/**
 * Collects the buffers that large requests left on the main thread, when it has next to nothing to
 * do. V8 counts them like its heap there, so it would keep hundreds of megabytes
 * (docs/decisions/0055). Does nothing without `--expose-gc`.
 */
export function returnBuffers({ everyMs, largeBytes }: ReturnBuffers = usual): void {
  let last = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization < busy && getHeapStatistics().external_memory >= largeBytes) globalThis.gc?.()
  }, everyMs).unref()
}

interface ReturnBuffers {
  readonly everyMs: number
  /** Fewer are not worth the tenth of a second that a collection takes. */
  readonly largeBytes: number
}

const usual: ReturnBuffers = { everyMs: 10_000, largeBytes: 128 * 1024 * 1024 }
/**
 * The collection stops a busy thread for 150 ms, so hardly anybody may be waiting. At 0.7 two of
 * them fell into a storm and were its slowest creates.
 */
const busy = 0.2
