import { workerData } from 'node:worker_threads'
// Loaded before the first job: no thread may end while it loads libxml2.
import '@selfbill/pint-ae/read-envelope'
import { openRulebook } from '../../rules/open-rulebook.ts'
import { doJobs } from '../../threads/do-jobs.ts'
import { readStatus } from './status.ts'
import { movable, type ReadEnvelope, type StatusThreadData } from './status-reader.ts'

// The thread that reads large envelopes, one by one, with its own rule book.
const { rulebookOptions, serviceProviderId }: StatusThreadData = workerData
const parts = { serviceProviderId, rulebook: await openRulebook(rulebookOptions) }

doJobs(
  async (envelope: string | Uint8Array): Promise<ReadEnvelope> => ({
    status: await readStatus(parts, envelope),
    envelope,
  }),
  ({ envelope }) => movable(envelope),
)
