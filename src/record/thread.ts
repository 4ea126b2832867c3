import { workerData } from 'node:worker_threads'
import { openRulebook, type RulebookOptions } from '../rulebook/rulebook.ts'
import { packHere, partsOf } from '../text/packing.ts'
import { memoryOf } from '../text/text.ts'
import { doJobs } from '../threads/do-jobs.ts'
import type { Draft } from './draft.ts'
import { systemIds } from './ids.ts'
import { makeRecord, packedRecord, type RecordResult, withBytes } from './make-record.ts'

// The thread that makes large records, with its own rule book. Long texts leave it packed or as
// bytes, whose memory moves to the caller.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

doJobs(
  (draft: Draft) => packedRecord(withBytes(makeRecord(draft, rulebook, systemIds)), draft, packHere),
  (result: RecordResult) => ('record' in result ? memoryOf(valuesOf(result.record)) : []),
)

function valuesOf({ answered, attachments, ...record }: Extract<RecordResult, { record: unknown }>['record']) {
  const { request, answer, ubl, taxData, findings } = record
  const packed = [request, answer, ubl, taxData ?? '', findings, answered.stored ?? '']
  return [
    ...Object.values(record),
    ...packed.flatMap(partsOf),
    answered.after,
    ...attachments.map(({ content }) => content),
  ]
}
