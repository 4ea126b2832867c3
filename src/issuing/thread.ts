import { workerData } from 'node:worker_threads'
import { openRulebook, type RulebookOptions } from '../rulebook/rulebook.ts'
import { memoryOf } from '../text.ts'
import { doJobs } from '../threads/do-jobs.ts'
import { systemIds } from './ids.ts'
import { issueRecord, type RecordResult, withBytes } from './issue-record.ts'
import type { RequestedOrder } from './requested-order.ts'

// The thread that issues large documents, with a rule book of its own. Long texts leave it as bytes, whose memory moves to the caller.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

doJobs(
  (order: RequestedOrder) => withBytes(issueRecord(order, rulebook, systemIds)),
  (result: RecordResult) => ('issued' in result ? memoryOf(valuesOf(result.issued)) : []),
)

function valuesOf({ answered, attachments, ...record }: Extract<RecordResult, { issued: unknown }>['issued']) {
  return [...Object.values(record), answered.after, ...attachments.map(({ content }) => content)]
}
