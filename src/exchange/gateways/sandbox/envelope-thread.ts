import { workerData } from 'node:worker_threads'
import { openRulebook, type RulebookOptions } from '../../../rulebook/rulebook.ts'
import { doJobs } from '../../../threads/do-jobs.ts'
import { envelopeFault, envelopeOf, type TransmissionHeader } from './envelope-fault.ts'

// The thread that checks the sandbox's envelopes while there are many.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

doJobs(async ({ header, document }: EnvelopeOrder): Promise<EnvelopeVerdict> => {
  const fault = envelopeFault(rulebook, header, await envelopeOf(header, [document]))
  return { fault }
})

export interface EnvelopeOrder {
  readonly header: TransmissionHeader
  readonly document: Uint8Array
}

export interface EnvelopeVerdict {
  readonly fault: string | undefined
}
