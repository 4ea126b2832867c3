import type { Database } from '../store/database/database.ts'
import { type FeedRow, feedFrom, hasNewEntries, lastPosition, numberEntries } from '../store/log/feed.ts'
import { Bell } from './bell.ts'
import { beginning, type Cursor, cursorOf } from './cursor.ts'

/**
 * Reads an organisation's feed page by page. Reading also numbers new entries, so no other process
 * has to.
 */
export class Feed {
  readonly bell = new Bell()
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * A document of the organisation has changed. Only for speed, because readers also look
   * regularly.
   */
  announce(orgId: string): void {
    this.bell.ring(orgId)
  }

  /**
   * The entries after a cursor, at most `limit` (≤ 500); undefined if the cursor is not one of this
   * feed.
   */
  async after(orgId: string, cursor: Cursor, limit: number): Promise<FeedPage | undefined> {
    const isBeginning = cursor.position === 0
    // Also read the cursor's own entry, to verify the cursor, and one more than requested, to know
    // whether there is more.
    const wanted = Math.min(limit, limitMax) + (isBeginning ? 1 : 2)
    const rows = await this.entriesAfter(orgId, cursor.position - (isBeginning ? 0 : 1), wanted)
    const [own] = rows
    if (!isBeginning && !(own && isSame(cursorOf(own), cursor))) return undefined
    const following = isBeginning ? rows : rows.slice(1)
    const shown = following.slice(0, limit)
    const last = shown.at(-1)
    return { rows: shown, next: last ? cursorOf(last) : cursor, hasMore: shown.length < following.length }
  }

  /**
   * Up to `limit` entries after a position, without a check of the position: for readers that store
   * it in the same database.
   */
  async entriesAfter(orgId: string, position: number, limit: number): Promise<readonly FeedRow[]> {
    // Number first, then read: entries committed before this line are then on the page, even if
    // another process numbers them.
    if (await hasNewEntries(this.#db, orgId)) {
      const numbered = await numberEntries(this.#db, orgId, fewMax)
      if (numbered >= fewMax) await numberEntries(this.#db, orgId, batchMax)
    }
    return feedFrom(this.#db, orgId, position + 1, limit)
  }

  /** The end of the feed: later entries are new. */
  async end(orgId: string): Promise<Cursor> {
    while (await hasNewEntries(this.#db, orgId)) await numberEntries(this.#db, orgId, backlogBatchMax)
    const [last] = await feedFrom(this.#db, orgId, await lastPosition(this.#db, orgId), 1)
    return last ? cursorOf(last) : beginning
  }
}

export interface FeedPage {
  readonly rows: readonly FeedRow[]
  /** Where the next page starts. */
  readonly next: Cursor
  readonly hasMore: boolean
}

/** The largest page. A numbered batch fills it, or there are no more entries. */
export const limitMax = 500
const batchMax = 1_000
/** More entries than this rarely come between two looks. */
const fewMax = 50
/** For feeds that were not read for a long time. */
const backlogBatchMax = 10_000

function isSame(one: Cursor, other: Cursor): boolean {
  return one.position === other.position && one.proof === other.proof
}
