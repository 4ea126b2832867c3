import type { Feed } from '../../feed/feed.ts'
import type { Database } from '../../store/database/database.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import { approvalsAfter } from './approval-news.ts'
import { approvalEvent, eventsOf, stalledEvent } from './events.ts'
import {
  addNotices,
  beginCursor,
  forgetCursor,
  type NoticeCursor,
  notAhead,
  organisationsWithNews,
  stalledAfter,
  unreadCursors,
} from './gather-notices.ts'
import type { NoticeObserver } from './metrics.ts'
import { nextDigest } from './times.ts'

/**
 * Turns what happened since the last look into notices, a page for each organisation. Any number of
 * instances may do it at once: a notice's key keeps it single. True when there may be more.
 */
export async function gatherNotices(
  parts: GatherParts & { readonly look: OrganisationLook },
  now: number,
): Promise<boolean> {
  const { db, look, onTrouble } = parts
  const until = now - settledMs
  let isMore = false
  for (const { orgId, cursor } of await organisationsWithNews(db, look, until)) {
    try {
      if (cursor === undefined) await begin(parts, orgId, until)
      else isMore = (await advance(parts, cursor, now)) || isMore
    } catch (error) {
      onTrouble('gather', error)
    }
  }
  for (const orgId of await unreadCursors(look)) {
    await forgetCursor(db, orgId).catch((error: unknown) => onTrouble('gather', error))
  }
  return isMore
}

export interface GatherParts {
  readonly db: Database
  readonly feed: Feed
  readonly observer: NoticeObserver
  /** 0 to 23, Gulf Standard Time. */
  readonly digestHour: number
  readonly onTrouble: (during: 'gather' | 'mail', error: unknown) => void
}

/** The first person who gets notices is not sent the past. */
async function begin({ db, feed }: GatherParts, orgId: string, until: number): Promise<void> {
  const { position } = await feed.end(orgId)
  await beginCursor(db, { orgId, position, stalledAt: until, stalledUuid: '', approvalsAt: until, approvalsId: '' })
}

async function advance({ db, feed, observer, digestHour }: GatherParts, cursor: NoticeCursor, now: number) {
  const until = now - settledMs
  const from = notAhead(cursor, until)
  const rows = await feed.entriesAfter(from.orgId, from.position, pageMax)
  const legs = await stalledAfter(db, from, until, pageMax)
  const approvals = await approvalsAfter(db, from, until, pageMax)
  const found = await Promise.all(rows.map((row) => eventsOf(db, row)))
  const events = [...found.flat(), ...legs.map(stalledEvent), ...approvals.map(approvalEvent)]
  const [lastLeg, lastApproval] = [legs.at(-1), approvals.at(-1)]
  const to = {
    orgId: from.orgId,
    position: rows.at(-1)?.position ?? from.position,
    stalledAt: lastLeg?.at ?? from.stalledAt,
    stalledUuid: lastLeg?.transmissionUuid ?? from.stalledUuid,
    approvalsAt: lastApproval?.at ?? from.approvalsAt,
    approvalsId: lastApproval?.id ?? from.approvalsId,
  }
  const atOnceDue = now + joinMs
  await addNotices(db, { from: cursor, to, events, atOnceDue, digestDue: nextDigest(now, digestHour), now })
  for (const { kind } of events) observer.found(kind)
  return [rows, legs, approvals].some(({ length }) => length === pageMax)
}

/** Events of this time go into one mail. */
export const joinMs = 20_000
/** Longer than any transaction that writes a leg. */
export const settledMs = 15_000
const pageMax = 200
