import { parentPort } from 'node:worker_threads'
import type { JobReply } from './job.ts'
import { yieldProcessor } from './yield-processor.ts'

/**
 * Runs inside a work thread: does one job after the other. `memoryOf` returns the buffers of a
 * result that are transferred to the caller.
 */
export function doJobs<Order, Result>(
  work: (order: Order) => Result | Promise<Result>,
  memoryOf: (result: Result) => readonly ArrayBuffer[] = () => [],
): void {
  yieldProcessor()
  parentPort?.on('message', async (order: Order) => {
    const reply = await replyTo(order, work)
    parentPort?.postMessage(reply, 'result' in reply ? [...memoryOf(reply.result)] : [])
  })
}

async function replyTo<Order, Result>(
  order: Order,
  work: (order: Order) => Result | Promise<Result>,
): Promise<JobReply<Result>> {
  try {
    return { result: await work(order) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
