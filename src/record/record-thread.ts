import type { RulebookOptions } from '../rulebook/rulebook.ts'
import { memoryOf } from '../text/text.ts'
import { JobExceeded } from '../threads/job.ts'
import { type ThreadLimits, WorkThread } from '../threads/work-thread.ts'
import { type Draft, memoryReadFor, sizeOf } from './draft.ts'
import type { RecordResult } from './make-record.ts'

/**
 * The thread that issues large documents, one after the other: an organisation with many holds up
 * another by one document at most.
 */
export class RecordThread {
  readonly #thread: WorkThread<Draft, RecordResult>

  constructor(options: RulebookOptions, limits: Partial<ThreadLimits> = {}) {
    this.#thread = new WorkThread(new URL('./thread.ts', import.meta.url), options, { ...defaultLimits, ...limits })
  }

  /**
   * Throws ShareExceeded when too much of the organisation waits, and ThreadBusy when too much of
   * all does. A document that exceeds the limits of the thread is refused like a wrong one: it
   * would exceed them again.
   */
  async make(draft: Draft, size: number = sizeOf(draft)): Promise<RecordResult> {
    try {
      return await this.#thread.run({ orgId: draft.answerForm.orgId, size, begin: () => handedTo(draft) })
    } catch (error) {
      if (error instanceof JobExceeded) return tooLarge(error)
      throw error
    }
  }

  /** Issues what waits, then ends. */
  close(): Promise<void> {
    return this.#thread.finish()
  }
}

/**
 * The body stays here, for another attempt: one copy of its memory is cheaper than what a message
 * does with it.
 */
function handedTo(draft: Draft) {
  const text = typeof draft.text === 'string' ? draft.text : new Uint8Array(draft.text)
  return { order: { ...draft, text }, transfer: [...memoryOf([text]), ...memoryReadFor(draft)] }
}

function tooLarge({ limit }: JobExceeded): RecordResult {
  const message = `Issuing the document takes too much ${limit}; divide it into several`
  return { refusal: { errors: new Map([['document_lines', message]]), partyProfileId: undefined } }
}

const megabyte = 1024 * 1024

const defaultLimits: ThreadLimits = {
  // The largest document takes ten seconds on a slow machine.
  jobMs: 90_000,
  // The largest takes half of it.
  heap: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64 },
  idleMs: 20_000,
  waitingMax: 1_000,
  waitingOfOneMax: 200,
  sizeMax: 512 * megabyte,
  // Sixteen of the largest requests, two batches of them.
  sizeOfOneMax: 16 * 8 * megabyte,
  doneMax: 256 * megabyte,
}
