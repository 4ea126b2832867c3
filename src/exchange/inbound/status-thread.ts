import { workerData } from 'node:worker_threads'
import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import { openRulebook } from '../../rules/open-rulebook.ts'
import { doJobs } from '../../threads/do-jobs.ts'
import { readStatus } from './status.ts'
import { movable, type ReadEnvelope, type StatusThreadData } from './status-reader.ts'

// The thread that reads large envelopes, one by one. It opens its rule book for the first envelope
// that must be judged.
const { rulebookOptions, serviceProviderId }: StatusThreadData = workerData
let opened: Rulebook | undefined
const parts = {
  serviceProviderId,
  get rulebook() {
    opened ??= openRulebook(rulebookOptions)
    return opened
  },
}

doJobs(
  (envelope: string | Uint8Array): ReadEnvelope => ({ status: readStatus(parts, envelope), envelope }),
  ({ envelope }) => movable(envelope),
)
