import { setImmediate as nextRound } from 'node:timers/promises'
import { TurnQueue } from '../../threads/turn-queue.ts'
import type { Database, Row, Statement } from './database.ts'

/**
 * Runs work one piece at a time; organisations take turns. A hundred long texts of one organisation
 * wait behind each other and delay the others by one piece only.
 */
export class ReadingTurns {
  readonly #waiting = new TurnQueue<Turn>()
  #isRunning = false

  /** Resolves when its turn comes. Call `done` to start the next turn. */
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
 * Resolves in a round of the event loop that handles no other piece of a long text. Between two
 * pieces, of any reader, the process does all its other waiting work.
 */
export async function roundOfItsOwn(orgId: string): Promise<void> {
  const done = await pieces.take(orgId)
  void nextRound().then(done)
}

/** Runs one long read of a database at a time, so that short statements run in between. */
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
