import { workerData } from 'node:worker_threads'
import { openRulebook, type RulebookOptions } from '../../rulebook/rulebook.ts'
import { memoryOf } from '../../text/text.ts'
import { doJobs } from '../../threads/do-jobs.ts'
import type { ReportOrder } from './report-writer.ts'
import { tryToWriteAgain, type WrittenAgain } from './written-again.ts'

// The thread that writes long reports once more, one after the other, with a rule book of its own.
const options: RulebookOptions = workerData
const rulebook = openRulebook(options)

doJobs(
  ({ parts, again }: ReportOrder) => tryToWriteAgain(rulebook, parts, again),
  (written: WrittenAgain) => ('documentXml' in written ? memoryOf([written.documentXml]) : []),
)
