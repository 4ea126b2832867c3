import { randomUUID } from 'node:crypto'
import { type Ids as DocumentIds, systemIds as documentIds } from '@selfbill/pint-ae/draft'

/**
 * Every id that somebody sees later: in an answer, on the network, in a log. Handed in where the
 * parts of the service are built, so that a simulation can make the same ones again.
 */
export interface Ids extends DocumentIds {
  /** Of a webhook, a mail, the owner of a lease. */
  other(): string
}

export const systemIds: Ids = { ...documentIds, other: () => randomUUID() }

/** In [0, 1): for waits that differ, so that what failed together does not come back together. */
export const systemRandom = Math.random
