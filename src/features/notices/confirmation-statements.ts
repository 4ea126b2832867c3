import { failedConstraint } from '../../store/constraints.ts'
import { optionalWord, text } from '../../store/database/columns.ts'
import { type Database, sql } from '../../store/database/database.ts'
import { acrossOrganisations } from '../../store/database/organisation.ts'
import { choice } from '../../store/people/notice-choice.ts'
import { type UserLanguage, userLanguages } from '../../store/people/users.ts'

/**
 * The first mail to an address, which asks whether it wants the others. An organisation sends so
 * many a day, and an address gets so few, that nobody can use them to annoy strangers. Source:
 * docs/decisions/0117.
 */
export const confirmationsADay = 20
/** To an address of an organisation, ever: the first, and two more that somebody asks for. */
const mailsMax = 3
/** The next one at the earliest. */
const againMs = 24 * 3_600_000

/** A person with an address that is not confirmed, and not asked yet. */
export interface Unconfirmed {
  readonly orgId: string
  readonly id: string
  readonly email: string
  readonly language: UserLanguage | undefined
}

/** Up to `limit` of organisations that may still send on this day; longest waiting first. */
export async function peopleToConfirm(
  db: Database,
  { day, now, limit }: { readonly day: string; readonly now: number; readonly limit: number },
): Promise<readonly Unconfirmed[]> {
  const asked = 'coalesce(u.email_asked_at, u.created_at)'
  const rows = await db.query(
    acrossOrganisations(
      'addresses to confirm',
      sql(
        `select u.org_id, u.id, u.email, u.language from users u join organisations o on o.id = u.org_id
         where u.removed_at is null and o.revoked_at is null and u.email is not null
           and (u.confirmed_email is null or u.confirmed_email <> u.email) and ${choice} <> 'none'
           and not exists (select 1 from confirmation_days d
             where d.org_id = u.org_id and d.day = $1 and d.mails >= ${confirmationsADay})
           and not exists (select 1 from confirmation_mails m
             where m.org_id = u.org_id and m.address_hash = ${db.dialect.sha256('u.email')}
               and (m.mails >= ${mailsMax} or m.last_at > $2 or ${asked} <= m.last_at))
         order by ${asked}, u.id limit ${limit}`,
        day,
        now - againMs,
      ),
    ),
  )
  return rows.map((row) => ({
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    email: text(row, 'email'),
    language: optionalWord(row, 'language', userLanguages),
  }))
}

/**
 * Counts a mail before it is sent, so that no crash and no second instance sends it twice. False
 * when it may not be sent: another instance was first, or the organisation has sent enough.
 */
export async function claimConfirmation(db: Database, { orgId, email }: Unconfirmed, day: string, now: number) {
  const address = db.dialect.sha256('$2')
  const mail = sql(
    `insert into confirmation_mails (org_id, address_hash, mails, last_at) values ($1, ${address}, 1, $3)
     on conflict (org_id, address_hash) do update set mails = confirmation_mails.mails + 1,
       last_at = case when confirmation_mails.mails < ${mailsMax} and confirmation_mails.last_at <= $4
         then excluded.last_at end`,
    orgId,
    email,
    now,
    now - againMs,
  )
  const ofDay = sql(
    `insert into confirmation_days (org_id, day, mails) values ($1, $2, 1)
     on conflict (org_id) do update set day = excluded.day, mails = case
       when confirmation_days.day <> excluded.day then 1
       when confirmation_days.mails < ${confirmationsADay} then confirmation_days.mails + 1 end`,
    orgId,
    day,
  )
  try {
    await db.transaction([mail, ofDay])
    return true
  } catch (error) {
    if (failedConstraint(error) === 'confirmation_again' || failedConstraint(error) === 'confirmations_full')
      return false
    throw error
  }
}

/** The mail certainly did not leave: it does not count, and may be sent later. */
export async function uncountConfirmation(db: Database, { orgId, email }: Unconfirmed): Promise<void> {
  await db.transaction([
    sql(
      `update confirmation_mails set mails = mails - 1, last_at = 0
       where org_id = $1 and address_hash = ${db.dialect.sha256('$2')}`,
      orgId,
      email,
    ),
    sql('update confirmation_days set mails = mails - 1 where org_id = $1', orgId),
  ])
}
