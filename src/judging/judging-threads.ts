import { type ListedRule, RulesUnreadable } from '@selfbill/pint-ae/rulebook'
import type { RulebookOptions } from '../rules/open-rulebook.ts'
import { scriptBeside } from '../threads/script-beside.ts'
import { type PoolLimits, ThreadPool } from '../threads/thread-pool.ts'
import { type BookFolder, readBookFolders } from './book-folder.ts'
import type { Judged } from './document-judge.ts'
import type { JudgingOrder, JudgingReply, JudgingThreadData } from './judging-thread.ts'

/**
 * Threads that judge documents of any origin. Organisations take turns, and a document has limits
 * of time and memory. They start with the first document.
 */
export class JudgingThreads {
  readonly #threads: ThreadPool<JudgingOrder, JudgingReply>
  readonly #folders: readonly BookFolder[]

  /**
   * @throws RulesUnreadable when a rule book in `directory` is wrong; the error of the file system
   *   when the folder cannot be read
   */
  constructor(rulebookOptions: RulebookOptions, directory: string | undefined, limits: Partial<PoolLimits> = {}) {
    this.#folders = directory === undefined ? [] : readBookFolders(directory)
    const data: JudgingThreadData = { rulebookOptions, folders: this.#folders }
    this.#threads = new ThreadPool(scriptBeside(import.meta.url, './judging-thread'), data, { ...usual, ...limits })
  }

  /** Compiles all books. Rejects with RulesUnreadable, one problem a line. */
  async check(): Promise<void> {
    if (this.#folders.length === 0) return
    const reply = await this.#run('check')
    if (reply.kind === 'checked' && reply.problems.length > 0) throw new RulesUnreadable(reply.problems.join('\n'))
  }

  /** The rules in force: an operator's files take about 0.3 s. Rejects when they cannot be read. */
  async rules(): Promise<readonly ListedRule[]> {
    const reply = await this.#run('list')
    if (reply.kind !== 'listed') throw otherOrder()
    return reply.rules
  }

  /**
   * Rejects with ShareExceeded when too many documents of the organisation wait, ThreadBusy when
   * too many wait in total, JobExceeded when this one exceeds a limit. `now` in ms since 1970.
   */
  async judge(bytes: Uint8Array, orgId: string, now: number): Promise<Judged> {
    const begin = () => {
      const copy = new Uint8Array(bytes)
      return { order: { kind: 'judge', bytes: copy, now }, transfer: [copy.buffer] } as const
    }
    const reply = await this.#threads.run({ orgId, size: bytes.length, begin })
    if (reply.kind === 'checked' || reply.kind === 'listed') throw otherOrder()
    return reply
  }

  close(): Promise<void> {
    return this.#threads.close()
  }

  #run(kind: 'check' | 'list'): Promise<JudgingReply> {
    return this.#threads.run({ orgId: '', size: 1, begin: () => ({ order: { kind } }) })
  }
}

function otherOrder(): Error {
  return new Error('the thread answered another order')
}

const megabyte = 1024 * 1024

const usual: PoolLimits = {
  threads: 2,
  // A document of 8 MB takes a few seconds by the rules that we know.
  jobMs: 30_000,
  heap: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 },
  idleMs: 20_000,
  waitingMax: 64,
  waitingOfOneMax: 16,
  sizeMax: 256 * megabyte,
  sizeOfOneMax: 64 * megabyte,
  doneMax: 256 * megabyte,
}
