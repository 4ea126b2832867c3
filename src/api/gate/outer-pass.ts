import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pass } from './pass.ts'

const passes = new AsyncLocalStorage<Pass>()

/** Runs a handler that calls the API in the same process: both count as one request. */
export function withinPass<Result>(pass: Pass, work: () => Promise<Result>): Promise<Result> {
  return passes.run(pass, work)
}

/** The pass of the request in whose handler this one is made. */
export function outerPass(): Pass | undefined {
  return passes.getStore()
}
