import { parentPort } from 'node:worker_threads'
import type { JobReply, ThreadReply } from './job.ts'
import { returnMemory } from './return-memory.ts'

/**
 * Runs inside a thread of a pool: does one job after the other, and answers a batch of them at
 * once. `memoryOf` returns the buffers of a result that are transferred to the caller.
 */
export function doJobs<Order, Result>(
  work: (order: Order) => Result | Promise<Result>,
  memoryOf: (result: Result) => readonly ArrayBuffer[] = () => [],
): void {
  const answer = (reply: ThreadReply<Result>, memory: ArrayBuffer[] = []) => parentPort?.postMessage(reply, memory)
  const take = async (orders: readonly Order[]) => {
    const replies: JobReply<Result>[] = []
    for (const order of orders) replies.push(await replyTo(order, work))
    answer(
      replies,
      replies.flatMap((reply) => ('result' in reply ? memoryOf(reply.result) : [])),
    )
    returnMemory()
  }
  // The thread may be terminated from here on (pool-thread.ts), so its script must have ended.
  setImmediate(() => {
    answer('ready')
    parentPort?.on('message', take)
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
