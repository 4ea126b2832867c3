import type { FeedEntries, FeedRow } from '../store/log/feed.ts'
import { Bell } from './bell.ts'
import { beginning, type Cursor, cursorOf } from './cursor.ts'

/**
 * Reads an organisation's feed page by page, and gives entries their places as it comes to them:
 * nobody else has to.
 */
export class Feed {
  readonly bell = new Bell()
  readonly #entries: FeedEntries

  constructor(entries: FeedEntries) {
    this.#entries = entries
  }

  /**
   * A document of the organisation has changed. Only for speed: whoever waits looks by itself too.
   */
  announce(orgId: string): void {
    this.bell.ring(orgId)
  }

  /**
   * The entries after a cursor, at most `limit` (≤ 500); undefined when the cursor is none of this
   * feed.
   */
  async after(orgId: string, cursor: Cursor, limit: number): Promise<FeedPage | undefined> {
    const isBeginning = cursor.position === 0
    // The cursor's own entry is read too, to know it again; and one more than asked for, to know
    // whether that is all.
    const wanted = Math.min(limit, limitMax) + (isBeginning ? 1 : 2)
    const rows = await this.behind(orgId, cursor.position - (isBeginning ? 0 : 1), wanted)
    const [own] = rows
    if (!isBeginning && !(own && isSame(cursorOf(own), cursor))) return undefined
    const following = isBeginning ? rows : rows.slice(1)
    const shown = following.slice(0, limit)
    const last = shown.at(-1)
    return { rows: shown, next: last ? cursorOf(last) : cursor, hasMore: shown.length < following.length }
  }

  /**
   * Up to `limit` entries behind a position, whatever stands there: for who keeps positions in the
   * same database.
   */
  async behind(orgId: string, position: number, limit: number): Promise<readonly FeedRow[]> {
    // In this order: what was committed before this line has a place when the page is read, whoever
    // gave it.
    if (await this.#entries.hasNew(orgId)) {
      const dealt = await this.#entries.number(orgId, fewMax)
      if (dealt === fewMax) await this.#entries.number(orgId, batchMax)
    }
    return this.#entries.from(orgId, position + 1, limit)
  }

  /** Where the feed ends: what comes after it is new. */
  async end(orgId: string): Promise<Cursor> {
    while (await this.#entries.hasNew(orgId)) await this.#entries.number(orgId, backlogBatchMax)
    const [last] = await this.#entries.from(orgId, await this.#entries.head(orgId), 1)
    return last ? cursorOf(last) : beginning
  }
}

export interface FeedPage {
  readonly rows: readonly FeedRow[]
  /** To go on from. */
  readonly next: Cursor
  readonly hasMore: boolean
}

/** Of a page: a batch fills it, or there is no more. */
export const limitMax = 500
const batchMax = 1_000
/** More seldom come between two looks. */
const fewMax = 50
/** For those whose feed nobody has read in a long time. */
const backlogBatchMax = 10_000

function isSame(one: Cursor, other: Cursor): boolean {
  return one.position === other.position && one.proof === other.proof
}
