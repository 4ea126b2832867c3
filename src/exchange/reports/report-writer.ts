import type { Rulebook, RulebookOptions } from '../../rulebook/rulebook.ts'
import type { StoredText } from '../../store/database/stored-text.ts'
import { memoryOf, type Text } from '../../text/text.ts'
import { JobExceeded } from '../../threads/job.ts'
import { type ThreadLimits, WorkThread } from '../../threads/work-thread.ts'
import type { TaxReportAgain } from '../../ubl/tax-data/tax-data-again.ts'
import { tryToWriteAgain, type WrittenAgain } from './written-again.ts'

/**
 * Writes reports once more: a short one on the calling thread, a long one on a thread of its own,
 * within its limits.
 */
export class ReportWriter {
  readonly #rulebook: Rulebook
  readonly #thread: WorkThread<ReportOrder, WrittenAgain>

  constructor({ rulebook, rulebookOptions }: ReportWriterParts) {
    this.#rulebook = rulebook
    this.#thread = new WorkThread(new URL('./report-thread.ts', import.meta.url), rulebookOptions, threadLimits)
  }

  /** Rejects when the report cannot be read, or the thread breaks: then it is worth another try. */
  async write(orgId: string, report: StoredText, again: TaxReportAgain): Promise<WrittenAgain> {
    if (report.whole !== undefined) return tryToWriteAgain(this.#rulebook, [report.whole], again)
    const parts = await report.inParts()
    const job = { orgId, size: report.bytes, begin: () => ({ order: { parts, again }, transfer: memoryOf(parts) }) }
    return this.#thread.run(job).catch((error: unknown) => {
      if (!(error instanceof JobExceeded)) throw error
      return { fault: `it takes too much ${error.limit} to write` }
    })
  }

  /**
   * Ends what is being written: nothing of it is stored, and it is done again after the next start.
   */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

export interface ReportWriterParts {
  readonly rulebook: Rulebook
  /** How another thread opens the same rule book. */
  readonly rulebookOptions: RulebookOptions
}

export interface ReportOrder {
  readonly parts: readonly Text[]
  readonly again: TaxReportAgain
}

const threadLimits: ThreadLimits = {
  jobMs: 90_000,
  // As much as the thread that issues the largest document.
  heap: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64 },
  idleMs: 5_000,
  waitingMax: 8,
  waitingOfOneMax: Infinity,
  doneMax: 256 * 1024 * 1024,
}
