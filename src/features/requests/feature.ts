import { isDoneWithinMs } from '../../clock/within-ms.ts'
import { feature } from '../feature.ts'
import { requestOperations } from './operations.ts'
import { showRequests } from './pages/requests.ts'
import { RequestRecord } from './request-record.ts'
import { addAnsweredRequests, forgetAnsweredRequests } from './stored-requests.ts'

/** The list of answered requests, for those who write programs: a week of them, without bodies. */
export const requests = feature({
  operations: requestOperations,
  configure: () => (core) => {
    const { store, clock, log, instruments } = core
    const unrecorded = instruments?.counter(
      'selfbill_http_unrecorded_requests_total',
      'Requests missing in the list of requests, because the database was away or too slow',
      [],
    )
    unrecorded?.inc(0)
    const record = new RequestRecord({
      clock,
      write: (answered) => addAnsweredRequests(store.database, answered),
      onDropped: (count) => unrecorded?.inc(count),
      onGap: (missing) =>
        log.warn({ requests: missing }, 'the list of requests has a gap: the database did not take them'),
      onTrouble: (error) => log.error({ err: error }, 'requests could not be recorded'),
    })
    return {
      parts: core,
      pages: [showRequests],
      answered: (request) => record.add(request),
      start: () => record.start(),
      stop: async () => {
        await isDoneWithinMs(record.stop(), stopMsMax)
      },
      upkeep: [(now, isStopped) => forgetAnsweredRequests(store.database, now - keptMs, isStopped)],
    }
  },
})

/** A stop does not wait longer for a silent database. */
const stopMsMax = 5_000

/** How long requests stay listed. */
const keptMs = 7 * 24 * 3_600_000
