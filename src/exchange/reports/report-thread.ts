import { workerData } from 'node:worker_threads'
import { memoryOf } from '@selfbill/pint-ae/text'
import { openRulebook, type RulebookOptions } from '../../rules/open-rulebook.ts'
import { doJobs } from '../../threads/do-jobs.ts'
import type { ReportOrder } from './report-writer.ts'
import { type RewrittenReport, tryToRewriteReport } from './rewrite-report.ts'

// The thread that writes long reports, one by one, with its own rule book.
const options: RulebookOptions = workerData
const rulebook = await openRulebook(options)

doJobs(
  ({ parts, again }: ReportOrder) => tryToRewriteReport(rulebook, parts, again),
  (written: RewrittenReport) => ('documentXml' in written ? memoryOf([written.documentXml]) : []),
)
