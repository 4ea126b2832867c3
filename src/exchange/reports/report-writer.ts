import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import { memoryOf, type Text } from '@selfbill/pint-ae/text'
import type { TaxReportAgain } from '@selfbill/pint-ae/ubl'
import type { RulebookOptions } from '../../rules/open-rulebook.ts'
import type { StoredText } from '../../store/database/stored-text.ts'
import { JobExceeded } from '../../threads/job.ts'
import { scriptBeside } from '../../threads/script-beside.ts'
import { type PoolLimits, ThreadPool } from '../../threads/thread-pool.ts'
import type { RewrittenReport } from './rewrite-report.ts'

/**
 * Writes changed reports: a short one on the calling thread, a long one on a thread with limits of
 * time and memory.
 */
export class ReportWriter {
  readonly #rulebook: Rulebook
  readonly #thread: ThreadPool<ReportOrder, RewrittenReport>

  constructor({ rulebook, rulebookOptions }: ReportWriterParts) {
    this.#rulebook = rulebook
    this.#thread = new ThreadPool(scriptBeside(import.meta.url, './report-thread'), rulebookOptions, threadLimits)
  }

  /** Rejects if the report cannot be read or the thread fails; then try again. */
  async write(orgId: string, report: StoredText, again: TaxReportAgain): Promise<RewrittenReport> {
    if (report.whole !== undefined) {
      const { tryToRewriteReport } = await import('./rewrite-report.ts')
      return tryToRewriteReport(this.#rulebook, [report.whole], again)
    }
    const parts = await report.inParts()
    const job = { orgId, size: report.bytes, begin: () => ({ order: { parts, again }, transfer: memoryOf(parts) }) }
    return this.#thread.run(job).catch((error: unknown) => {
      if (!(error instanceof JobExceeded)) throw error
      return { fault: `writing it takes too much ${error.limit}` }
    })
  }

  /** Interrupts the writing. Nothing is stored, and it is done again after the next start. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

export interface ReportWriterParts {
  readonly rulebook: Rulebook
  /** Opens the same rule book in the thread. */
  readonly rulebookOptions: RulebookOptions
}

export interface ReportOrder {
  readonly parts: readonly Text[]
  readonly again: TaxReportAgain
}

const threadLimits: PoolLimits = {
  jobMs: 90_000,
  // The same as the thread that issues the largest documents.
  heap: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64 },
  idleMs: 5_000,
  waitingMax: 8,
  waitingOfOneMax: Infinity,
  doneMax: 256 * 1024 * 1024,
}
