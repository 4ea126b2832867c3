import { message } from '@selfbill/pint-ae/messages'
import { memoryOf } from '@selfbill/pint-ae/text'
import type { RulebookOptions } from '../rules/open-rulebook.ts'
import { JobExceeded } from '../threads/job.ts'
import { scriptBeside } from '../threads/script-beside.ts'
import { type PoolLimits, ThreadPool } from '../threads/thread-pool.ts'
import { type Draft, memoryReadFor, sizeOf } from './draft.ts'
import type { TimedResult } from './make-record.ts'

/**
 * Threads that make records. Organisations take turns, so many drafts of one organisation delay
 * another by one document on each thread at most.
 */
export class RecordThreads {
  readonly #threads: ThreadPool<Draft, TimedResult>

  constructor(rulebookOptions: RulebookOptions, limits: Partial<PoolLimits> = {}) {
    const script = scriptBeside(import.meta.url, './record-thread')
    this.#threads = new ThreadPool(script, rulebookOptions, { ...defaultLimits, ...limits })
  }

  /** Whether a record is made soon. */
  get isPrompt(): boolean {
    return this.#threads.isPrompt
  }

  /** Starts a thread for drafts to come. */
  warmUp(): void {
    this.#threads.warmUp()
  }

  /**
   * Throws ShareExceeded when too many drafts of the organisation wait, and ThreadBusy when too
   * many wait in total. A document that exceeds the thread's limits is refused as invalid, because
   * a retry would exceed them again. Small drafts share messages.
   */
  async make(draft: Draft, size: number = sizeOf(draft), isSmall = false): Promise<TimedResult> {
    const { orgId } = draft.answerForm
    try {
      return await this.#threads.run({ orgId, size, isSmall, begin: () => handedTo(draft) })
    } catch (error) {
      if (error instanceof JobExceeded) return tooLarge(error)
      throw error
    }
  }

  /** Finishes the waiting drafts, then ends the threads. */
  close(): Promise<void> {
    return this.#threads.finish()
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

function tooLarge({ limit }: JobExceeded): TimedResult {
  const reason = message(limit === 'time' ? 'issuing_takes_too_long' : 'issuing_takes_too_much_memory')
  const refusal = { errors: new Map([['document_lines', reason]]), partyProfileId: undefined }
  return { refusal, steps: [], thread: 'record' }
}

const megabyte = 1024 * 1024

const defaultLimits: PoolLimits = {
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
