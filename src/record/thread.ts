import { workerData } from 'node:worker_threads'
import { openRulebook, type RulebookOptions } from '../rulebook/rulebook.ts'
import { packHere, partsOf } from '../text/packing.ts'
import { memoryOf } from '../text/text.ts'
import { doJobs } from '../threads/do-jobs.ts'
import type { Draft } from './draft.ts'
import { systemIds } from './ids.ts'
import { makeRecord, packedRecord, type RecordResult, withBytes } from './make-record.ts'

// The thread that issues large documents, with a rule book of its own. Long texts leave it packed
// or as bytes, whose memory moves to the caller.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

doJobs(
  (order: Draft) => packedRecord(withBytes(makeRecord(order, rulebook, systemIds)), order, packHere),
  (result: RecordResult) => ('record' in result ? memoryOf(valuesOf(result.record)) : []),
)

function valuesOf({ answered, attachments, ...record }: Extract<RecordResult, { record: unknown }>['record']) {
  const { request, answer, ubl, taxData, findings } = record
  const kept = [request, answer, ubl, taxData ?? '', findings, answered.kept ?? '']
  return [
    ...Object.values(record),
    ...kept.flatMap(partsOf),
    answered.after,
    ...attachments.map(({ content }) => content),
  ]
}
