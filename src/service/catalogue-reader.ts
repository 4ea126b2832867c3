import type { ListedRule } from '../rulebook/catalogue/listed-rule.ts'
import type { RulebookOptions } from '../rulebook/rulebook.ts'
import { scriptBeside } from '../threads/script-beside.ts'
import { type ThreadLimits, WorkThread } from '../threads/work-thread.ts'

/** Reads the rules in force on first use: once, on a separate thread. */
export class CatalogueReader {
  readonly #thread: WorkThread<null, readonly ListedRule[]>
  #rules: Promise<readonly ListedRule[]> | undefined

  constructor(options: RulebookOptions) {
    this.#thread = new WorkThread(scriptBeside(import.meta.url, './catalogue-thread'), options, limits)
  }

  /** Rejects when the rule files cannot be read; the next call tries again. */
  rules(): Promise<readonly ListedRule[]> {
    this.#rules ??= this.#read()
    return this.#rules
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #read(): Promise<readonly ListedRule[]> {
    try {
      return await this.#thread.run({ orgId: '', size: 1, begin: () => ({ order: null }) })
    } catch (error) {
      this.#rules = undefined
      throw error
    }
  }
}

const limits: ThreadLimits = {
  jobMs: 60_000,
  heap: { maxOldGenerationSizeMb: 512 },
  idleMs: 1_000,
  waitingMax: 1,
  waitingOfOneMax: 1,
  // The thread ends after its one job.
  doneMax: 0,
}
