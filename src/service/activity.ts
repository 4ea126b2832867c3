import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { addAnsweredRequests } from '../store/requests/answered-requests.ts'
import type { Store } from '../store/store.ts'
import type { Metrics } from './metrics/metrics.ts'
import { OutageWatch } from './outages/outage-watch.ts'
import { RequestRecord } from './request-record.ts'

/** Builds what records the activity of the service: requests, and outages of delivery. */
export function buildActivity({ store, clock, log, metrics }: ActivityParts): Activity {
  const requestRecord = new RequestRecord({
    clock,
    write: (requests) => addAnsweredRequests(store.database, requests),
    onDropped: (count) => metrics?.api.unrecorded(count),
    onGap: (requests) => log.warn({ requests }, 'the list of requests has a gap: the database did not take them'),
    onTrouble: (error) => log.error({ err: error }, 'requests could not be recorded'),
  })
  const outages = new OutageWatch({
    db: store.database,
    clock,
    instanceId: randomUUID(),
    newestMigration: store.newestMigration,
    onTrouble: (error) => log.error({ err: error }, 'outages could not be recorded'),
  })
  return { requestRecord, outages }
}

interface ActivityParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics | undefined
}

export interface Activity {
  readonly requestRecord: RequestRecord
  readonly outages: OutageWatch
}
