import { setImmediate } from 'node:timers/promises'
import type { Rulebook, RulebookOptions } from '../rulebook/rulebook.ts'
import type { Ids } from './ids.ts'
import { issueDocument } from './issue-document.ts'
import type { IssueOrder } from './issue-order.ts'
import type { IssueResult } from './issued-record.ts'
import { IssuingThread } from './issuing-thread.ts'

/**
 * Issues documents where they disturb nobody: small ones on the calling thread, where a document takes less than a
 * millisecond, large ones on a thread of their own, so that ten thousand lines never stall the other requests.
 */
export class Issuer {
  readonly #rulebook: Rulebook
  readonly #ids: Ids
  readonly #thread: IssuingThread
  #lastTurn = Promise.resolve()

  constructor(rulebook: Rulebook, rulebookOptions: RulebookOptions, ids: Ids) {
    this.#rulebook = rulebook
    this.#ids = ids
    this.#thread = new IssuingThread(rulebookOptions)
  }

  /** Throws the Fault `rate_exceeded` for a large document of an organisation of which too many wait already. */
  async issue(orgId: string, order: IssueOrder): Promise<IssueResult> {
    const { text, replaces, credits } = order
    const characters = text.length + (replaces?.answer.length ?? 0) + (credits?.answer.length ?? 0)
    if (characters > instantCharactersMax && characters <= inlineCharactersMax) await this.#turn()
    if (characters <= inlineCharactersMax) return issueDocument(order, this.#rulebook, this.#ids)
    return this.#thread.issue({ order, orgId, characters })
  }

  /** One such document between two looks at everything else: those of a batch come together, and would be issued in one go. */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate())
    return this.#lastTurn
  }

  /** Issues what waits, then ends. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

/** A line takes 130 characters at the very least, so more than 500 lines never fit. */
const inlineCharactersMax = 64_000
/** A document of a few lines, a millisecond. */
const instantCharactersMax = 8_000
