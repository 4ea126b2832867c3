import type { Route } from '../../route.ts'
import { showCause } from './cause.ts'
import { showOperations } from './operations.ts'
import { reportAgain, retry } from './retry.ts'

/** The pages of what waits. */
export const operationsRoutes: readonly Route[] = [showOperations, showCause, retry, reportAgain]
