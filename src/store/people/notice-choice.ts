import { type Database, sql } from '../database/database.ts'

/** When a person gets e-mails: for each event within a minute, once a day, or never. */
export const noticeChoices = ['at_once', 'daily', 'none'] as const
export type NoticeChoice = (typeof noticeChoices)[number]

/** Of people who have not chosen: a mail a day at most, and only when something needs a person. */
export const usualChoice: NoticeChoice = 'daily'

/** Of the person `u` in a statement. */
export const choice = `coalesce(u.notices, '${usualChoice}')`

/**
 * Stores a person's choice. After `none`, events from before the new choice are not sent. An
 * address that is not confirmed is asked again. False when there is no such person any more.
 */
export async function chooseNotices(
  db: Database,
  { orgId, userId, choice, now }: { orgId: string; userId: string; choice: NoticeChoice; now: number },
): Promise<boolean> {
  const rows = await db.query(
    sql(
      `update users set notices = $3,
         notices_since = case when notices = 'none' and $3 <> 'none' then cast($4 as bigint) else notices_since end,
         email_asked_at = case when $3 = 'none' or confirmed_email = email then email_asked_at
           else cast($4 as bigint) end
       where org_id = $1 and id = $2 and removed_at is null returning id`,
      orgId,
      userId,
      choice,
      now,
    ),
  )
  return rows.length === 1
}
