import { workerData } from 'node:worker_threads'
import { systemIds } from '@selfbill/pint-ae/draft'
import { memoryOf } from '@selfbill/pint-ae/text'
import { openRulebook, type RulebookOptions } from '../rules/open-rulebook.ts'
import { packHere, partsOf } from '../text/packing.ts'
import { doJobs } from '../threads/do-jobs.ts'
import type { Draft } from './draft.ts'
import { withJoinedTexts } from './joined-texts.ts'
import { makeRecord, packedRecord, type TimedResult, withBytes } from './make-record.ts'
import { Steps } from './steps.ts'

// A thread that makes records, with its own rule book. Texts leave it packed or as bytes, whose
// memory moves to the caller.
const rulebookOptions: RulebookOptions = workerData
const rulebook = await openRulebook(rulebookOptions)

/** The memory of small records that are on their way. */
const joined = new WeakMap<TimedResult, ArrayBuffer>()

doJobs(make, memoryIn)

async function make(draft: Draft): Promise<TimedResult> {
  const steps = new Steps()
  const result = await packedRecord(withBytes(makeRecord(draft, rulebook, systemIds, steps.begin)), draft, packHere)
  if ('refusal' in result) return { ...result, steps: steps.done(), thread: 'record' }
  const { record, memory } = withJoinedTexts(result.record)
  const made = { record, steps: steps.done(), thread: 'record' } as const
  joined.set(made, memory)
  return made
}

function memoryIn(result: TimedResult): readonly ArrayBuffer[] {
  const memory = joined.get(result)
  const moved = 'record' in result ? memoryOf(valuesOf(result.record)) : []
  // A buffer with a single text is found as that text's memory too.
  return memory === undefined || moved.includes(memory) ? moved : [...moved, memory]
}

function valuesOf({ answered, attachments, ...record }: Extract<TimedResult, { record: unknown }>['record']) {
  const { request, answer, ubl, taxData, findings } = record
  const packed = [request, answer, ubl, taxData ?? '', findings, answered.stored ?? '']
  return [
    ...Object.values(record),
    ...packed.flatMap(partsOf),
    answered.after,
    ...attachments.map(({ content }) => content),
  ]
}
