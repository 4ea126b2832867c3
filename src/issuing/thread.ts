import { workerData } from 'node:worker_threads'
import { packHere, partsOf } from '../packing.ts'
import { openRulebook, type RulebookOptions } from '../rulebook/rulebook.ts'
import { memoryOf } from '../text.ts'
import { doJobs } from '../threads/do-jobs.ts'
import { systemIds } from './ids.ts'
import { issueRecord, packedRecord, type RecordResult, withBytes } from './issue-record.ts'
import type { RequestedOrder } from './requested-order.ts'

// The thread that issues large documents, with a rule book of its own. Long texts leave it packed
// or as bytes, whose memory moves to the caller.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

doJobs(
  (order: RequestedOrder) => packedRecord(withBytes(issueRecord(order, rulebook, systemIds)), order, packHere),
  (result: RecordResult) => ('issued' in result ? memoryOf(valuesOf(result.issued)) : []),
)

function valuesOf({ answered, attachments, ...record }: Extract<RecordResult, { issued: unknown }>['issued']) {
  const { request, answer, ubl, taxData, findings } = record
  const kept = [request, answer, ubl, taxData ?? '', findings, answered.kept ?? '']
  return [
    ...Object.values(record),
    ...kept.flatMap(partsOf),
    answered.after,
    ...attachments.map(({ content }) => content),
  ]
}
