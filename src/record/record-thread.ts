import type { RulebookOptions } from '../rulebook/rulebook.ts'
import { memoryOf } from '../text/text.ts'
import { JobExceeded } from '../threads/job.ts'
import { type ThreadLimits, WorkThread } from '../threads/work-thread.ts'
import { type Draft, memoryReadFor, sizeOf } from './draft.ts'
import type { RecordResult } from './make-record.ts'

/**
 * The thread that makes large records one after the other. Organisations take turns, so many drafts
 * of one organisation delay another by one document at most.
 */
export class RecordThread {
  readonly #thread: WorkThread<Draft, RecordResult>

  constructor(options: RulebookOptions, limits: Partial<ThreadLimits> = {}) {
    this.#thread = new WorkThread(new URL('./thread.ts', import.meta.url), options, { ...defaultLimits, ...limits })
  }

  /**
   * Throws ShareExceeded when too many drafts of the organisation wait, and ThreadBusy when too
   * many wait in total. A document that exceeds the thread's limits is refused as invalid, because
   * a retry would exceed them again.
   */
  async make(draft: Draft, size: number = sizeOf(draft)): Promise<RecordResult> {
    try {
      return await this.#thread.run({ orgId: draft.answerForm.orgId, size, begin: () => handedTo(draft) })
    } catch (error) {
      if (error instanceof JobExceeded) return tooLarge(error)
      throw error
    }
  }

  /** Finishes the waiting drafts, then ends the thread. */
  close(): Promise<void> {
    return this.#thread.finish()
  }
}

/**
 * Copies the body, because another attempt may need it. Transferring the copy is cheaper than
 * sending the body in a message.
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
  // The largest document takes half of this.
  heap: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64 },
  idleMs: 20_000,
  waitingMax: 1_000,
  waitingOfOneMax: 200,
  sizeMax: 512 * megabyte,
  // Sixteen of the largest requests, enough for two batches.
  sizeOfOneMax: 16 * 8 * megabyte,
  doneMax: 256 * megabyte,
}
