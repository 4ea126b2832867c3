import { message } from '@selfbill/pint-ae/messages'
import { FileUnreadable } from '../../document-files/problem.ts'
import type { Sheet } from '../../document-files/xlsx/sheet-rows.ts'
import { JobExceeded } from '../../threads/job.ts'
import { scriptBeside } from '../../threads/script-beside.ts'
import { type PoolLimits, ThreadPool } from '../../threads/thread-pool.ts'
import type { SheetOrder, SheetReply } from './sheet-thread.ts'

/**
 * A thread that reads spreadsheets, within limits of time and memory. Organisations take turns. It
 * starts with the first spreadsheet.
 */
export class SheetThreads {
  readonly #threads: ThreadPool<SheetOrder, SheetReply>

  constructor(limits: Partial<PoolLimits> = {}) {
    this.#threads = new ThreadPool(scriptBeside(import.meta.url, './sheet-thread'), undefined, { ...usual, ...limits })
  }

  /**
   * Rejects with FileUnreadable for a file that a person has to change, with ShareExceeded or
   * ThreadBusy when too many wait.
   */
  async read(bytes: Uint8Array, orgId: string, rowsMax: number): Promise<Sheet> {
    const begin = () => {
      const copy = new Uint8Array(bytes)
      return { order: { bytes: copy, rowsMax }, transfer: [copy.buffer] }
    }
    const reply = await this.#threads.run({ orgId, size: bytes.length, begin }).catch((error: unknown) => {
      if (error instanceof JobExceeded) throw new FileUnreadable(message('sheet_too_costly'))
      throw error
    })
    if (!('problem' in reply)) return reply
    throw new FileUnreadable(reply.problem.reason, reply.problem.place)
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}

const usual: PoolLimits = {
  // 10,000 rows of 37 columns take one to six seconds.
  jobMs: 30_000,
  heap: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 },
  idleMs: 20_000,
  waitingMax: 32,
  waitingOfOneMax: 8,
  doneMax: 32 * 1024 * 1024,
}
