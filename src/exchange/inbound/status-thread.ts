import { workerData } from 'node:worker_threads'
import { openRulebook, type Rulebook } from '../../rulebook/rulebook.ts'
import { doJobs } from '../../threads/do-jobs.ts'
import { readStatus } from './status.ts'
import type { StatusThreadData } from './status-reader.ts'

// The thread that reads large envelopes, one after the other. It opens a rule book of its own for
// the first that gets so far.
const { rulebookOptions, serviceProviderId }: StatusThreadData = workerData
let opened: Rulebook | undefined
const parts = {
  serviceProviderId,
  get rulebook() {
    opened ??= openRulebook(rulebookOptions)
    return opened
  },
}

doJobs((source: string | Uint8Array) => readStatus(parts, source))
