import type { Database } from '../store/database/database.ts'
import type { ConfirmedEmail } from '../store/people/users.ts'
import { mailKey, mailToken, textsOf } from './mail-token.ts'

/**
 * The link in the first mail to an address. Who opens it reads that mailbox, and wants e-mails of
 * this service there. It signs nobody in. Source: docs/decisions/0117.
 */
export function confirmationAddress(publicUrl: string, key: string, { orgId, id, email }: ConfirmedEmail, now: number) {
  const link = mailToken(key, purpose, [orgId, id, email, String(now + linkMs)])
  return `${publicUrl}/console/confirm-address/${link}`
}

/** Whose address a link confirms; undefined when it is not ours, or is over. */
export async function linkedAddress(db: Database, link: string, now: number): Promise<ConfirmedEmail | undefined> {
  const [orgId, id, email, until] = textsOf(await mailKey(db), purpose, link) ?? []
  const isOurs = orgId !== undefined && id !== undefined && email !== undefined
  return isOurs && now < Number(until) ? { orgId, id, email } : undefined
}

const purpose = 'confirm'

/** As long as an invitation. */
const linkMs = 14 * 24 * 3_600_000
