import { setImmediate as nextRound } from 'node:timers/promises'
import { TurnQueue } from '../../threads/turn-queue.ts'
import type { Database, Row, Statement } from './database.ts'

/**
 * Work that goes one after the other; the organisations take turns. Whoever reads a hundred long
 * texts at once waits in his own row, and holds up others by one step only.
 */
export class ReadingTurns {
  readonly #waiting = new TurnQueue<Turn>()
  #isRunning = false

  /** Resolves when its turn has come; the next one comes when `done` is called. */
  take(orgId: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<() => void>()
    this.#waiting.add({ orgId, begin: resolve })
    if (!this.#isRunning) this.#next()
    return promise
  }

  #next(): void {
    const turn = this.#waiting.take()
    this.#isRunning = turn !== undefined
    turn?.begin(() => this.#next())
  }
}

interface Turn {
  readonly orgId: string
  begin(done: () => void): void
}

const pieces = new ReadingTurns()

/**
 * Resolves in a round of the event loop that is given to no other piece of a long text: between two
 * of them, whoever reads them, the process does everything else that waits.
 */
export async function roundOfItsOwn(orgId: string): Promise<void> {
  const done = await pieces.take(orgId)
  void nextRound().then(done)
}

/**
 * One at a time of all long reads of a database: the short statements of others go between them.
 */
export async function readInTurn(
  db: Pick<Database, 'query'>,
  orgId: string,
  statement: Statement,
): Promise<readonly Row[]> {
  const turns = turnsOf.get(db) ?? new ReadingTurns()
  turnsOf.set(db, turns)
  const done = await turns.take(orgId)
  try {
    return await db.query({ ...statement, isLong: true })
  } finally {
    done()
  }
}

const turnsOf = new WeakMap<Pick<Database, 'query'>, ReadingTurns>()
