import type { RulebookOptions } from '../../rulebook/rulebook.ts'
import { JobExceeded } from '../../threads/job.ts'
import { type ThreadLimits, WorkThread } from '../../threads/work-thread.ts'
import { envelopeLimits, readStatus, refused, type StatusParts, type StatusRead } from './status.ts'

/**
 * Reads statuses where they disturb nobody: a page on the calling thread, where it takes a fraction
 * of a millisecond, and what is larger on a thread of its own, one after the other, within its
 * limits of time and memory.
 */
export class StatusReader {
  readonly #parts: StatusReaderParts
  readonly #thread: WorkThread<string | Uint8Array, StatusRead>

  constructor(parts: StatusReaderParts) {
    this.#parts = parts
    const { rulebookOptions, serviceProviderId } = parts
    const data: StatusThreadData = { rulebookOptions, serviceProviderId }
    const limits = { ...threadLimits, jobMs: parts.envelopeMs ?? threadLimits.jobMs }
    this.#thread = new WorkThread(new URL('./status-thread.ts', import.meta.url), data, limits)
  }

  /**
   * Rejects when too many wait, with `ThreadBusy`, or when the reader breaks: then the envelope may
   * be brought again.
   */
  async read(source: string | Uint8Array): Promise<StatusRead> {
    // What is too large is refused by its size, before anything looks into it.
    const isQuick = source.length <= inlineMax || source.length > envelopeLimits.bytesMax
    if (isQuick) return readStatus(this.#parts, source)
    try {
      // The network has no organisations that could take turns.
      return await this.#thread.run({ orgId: '', size: source.length, begin: () => ({ order: source }) })
    } catch (error) {
      if (!(error instanceof JobExceeded)) throw error
      return refused(
        'UNREADABLE',
        error.limit === 'time' ? 'it takes too long to read' : 'it takes too much memory to read',
      )
    }
  }

  /** Ends what is being read. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

export interface StatusReaderParts extends StatusParts {
  /** How another thread opens the same rule book. */
  readonly rulebookOptions: RulebookOptions
  /** An envelope that takes longer is refused; absent: 20 s. */
  readonly envelopeMs?: number
}

export type StatusThreadData = Pick<StatusReaderParts, 'rulebookOptions' | 'serviceProviderId'>

/** Bytes, or characters: a few milliseconds, whatever is in them. */
const inlineMax = 64 * 1024

const threadLimits: ThreadLimits = {
  jobMs: 20_000,
  // Far more than the limits of an envelope let it take: a thread that meets this may end the
  // process with it.
  heap: { maxOldGenerationSizeMb: 512 },
  idleMs: 5_000,
  waitingMax: 8,
  waitingOfOneMax: Infinity,
  doneMax: 256 * 1024 * 1024,
}
