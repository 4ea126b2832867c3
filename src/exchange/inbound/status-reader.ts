import type { RulebookOptions } from '../../rules/open-rulebook.ts'
import { JobExceeded } from '../../threads/job.ts'
import { scriptBeside } from '../../threads/script-beside.ts'
import { type PoolLimits, ThreadPool } from '../../threads/thread-pool.ts'
import { envelopeLimits, readStatus, refused, type StatusParts, type StatusRead } from './status.ts'

/**
 * Reads statuses without blocking requests. Short ones take a fraction of a millisecond on the
 * calling thread; longer ones run one by one on a thread with limits of time and memory.
 */
export class StatusReader {
  readonly #parts: StatusReaderParts
  readonly #thread: ThreadPool<string | Uint8Array, ReadEnvelope>

  constructor(parts: StatusReaderParts) {
    this.#parts = parts
    const { rulebookOptions, serviceProviderId } = parts
    const data: StatusThreadData = { rulebookOptions, serviceProviderId }
    const limits = { ...threadLimits, jobMs: parts.envelopeMs ?? threadLimits.jobMs }
    this.#thread = new ThreadPool(scriptBeside(import.meta.url, './status-thread'), data, limits)
  }

  /** Whether an envelope of so many bytes would be refused now with `ThreadBusy`. */
  isBusyFor(bytes: number): boolean {
    return bytes > inlineMax && this.#thread.isFull
  }

  /**
   * The bytes of a long envelope move to the thread and come back with the result: use those, the
   * given ones are empty then. Rejects with `ThreadBusy` if too many wait, and with another error
   * if the thread fails. The envelope may then be sent again.
   */
  async read(source: string | Uint8Array): Promise<ReadEnvelope> {
    // Oversized envelopes are refused by their size alone.
    const isQuick = source.length <= inlineMax || source.length > envelopeLimits.bytesMax
    if (isQuick) return { status: await readStatus(this.#parts, source), envelope: source }
    try {
      // Envelopes belong to no organisation, so there are no turns to take.
      const begin = () => ({ order: source, transfer: movable(source) })
      return await this.#thread.run({ orgId: '', size: source.length, begin })
    } catch (error) {
      if (!(error instanceof JobExceeded)) throw error
      const reason = error.limit === 'time' ? 'it takes too long to read' : 'it takes too much memory to read'
      return { status: refused('UNREADABLE', reason), envelope: source }
    }
  }

  /** Interrupts the reading. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

export interface ReadEnvelope {
  readonly status: StatusRead
  readonly envelope: string | Uint8Array
}

/** The memory that moves to another thread instead of being copied. */
export function movable(envelope: string | Uint8Array): readonly ArrayBuffer[] {
  if (typeof envelope === 'string') return []
  const { buffer, byteLength } = envelope
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

export interface StatusReaderParts extends StatusParts {
  /** Opens the same rule book in the thread. */
  readonly rulebookOptions: RulebookOptions
  /** An envelope that takes longer is refused. Default: 20 s. */
  readonly envelopeMs?: number
}

export type StatusThreadData = Pick<StatusReaderParts, 'rulebookOptions' | 'serviceProviderId'>

/** Bytes or characters: a few milliseconds, whatever they hold. */
const inlineMax = 64 * 1024

const threadLimits: PoolLimits = {
  jobMs: 20_000,
  // Far more than an envelope within its limits needs, because reaching a heap limit can end the
  // whole process.
  heap: { maxOldGenerationSizeMb: 512 },
  idleMs: 5_000,
  waitingMax: 8,
  waitingOfOneMax: Infinity,
  doneMax: 256 * 1024 * 1024,
}
