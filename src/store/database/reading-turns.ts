import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises'
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

const pieceTurns = new ReadingTurns()

/**
 * Resolves in a round of the event loop that handles no other piece of a long text. Between two
 * pieces, of any reader, the process does all its other waiting work, and it rests twice as long as
 * the pieces took: long texts use at most a third of the thread, however many are read.
 */
export async function waitForPieceTurn(orgId: string): Promise<void> {
  const done = await pieceTurns.take(orgId)
  const began = performance.now()
  void nextRound()
    .then(() => rest(performance.now() - began))
    .then(done)
}

/** Short times add up to a rest that a timer can keep. */
async function rest(workedMs: number): Promise<void> {
  owedMs += restsPerWork * workedMs
  if (owedMs < shortestRestMs) return
  const ms = Math.min(owedMs, longestRestMs)
  owedMs = 0
  await pause(ms)
}

let owedMs = 0
const restsPerWork = 2
const shortestRestMs = 2
/** A piece takes a few milliseconds; more was other work. */
const longestRestMs = 20

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
