import { ThreadPool } from './thread-pool.ts'

/** A pool of one thread, which does one job after the other. */
export class WorkThread<Order, Result> extends ThreadPool<Order, Result> {}

export type { PoolLimits as ThreadLimits } from './thread-pool.ts'
