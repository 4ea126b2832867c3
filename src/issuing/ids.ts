import { v4, v7 } from 'uuid'
import type { Ids } from './issuing.ts'

/** Ids from the system's randomness and clock. */
export const systemIds: Ids = { document: () => v7(), transmission: () => v4() }
