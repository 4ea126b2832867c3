import { gulfTime } from '@selfbill/pint-ae/document'
import { confirmationAddress } from '../../people/confirmation-link.ts'
import { emailAddress } from '../../people/email-address.ts'
import { mailKey } from '../../people/mail-token.ts'
import { confirmationMail } from './composed.ts'
import { claimConfirmation, peopleToConfirm, type Unconfirmed, uncountConfirmation } from './confirmation-statements.ts'
import { addressIn, type DeliverParts } from './deliver.ts'
import type { MailOutcome, MailSession } from './smtp.ts'

/** People whose address may be asked now. */
export async function dueConfirmations({ db }: DeliverParts, now: number): Promise<readonly Unconfirmed[]> {
  return peopleToConfirm(db, { day: dayOf(now), now, limit: mailsPerTurn })
}

/**
 * Asks one address whether it wants e-mails. Returns what became of the mail; undefined when it may
 * not be sent now. One that was refused, or may have arrived, counts as sent: a second one waits
 * until somebody asks for it.
 */
export async function sendConfirmation(
  { db, clock, ids, from, publicUrl, observer }: DeliverParts,
  person: Unconfirmed,
  session: MailSession,
): Promise<MailOutcome | undefined> {
  const now = clock.now()
  if (!(await claimConfirmation(db, person, dayOf(now), now))) return undefined
  // An address from before that we would not take: counted, so that it does not come up again.
  if (emailAddress(person.email) !== person.email) return undefined
  const link = confirmationAddress(publicUrl, await mailKey(db), person, now)
  const content = { id: ids.other(), from, to: person.email, language: person.language ?? 'en', publicUrl, now }
  const bytes = await confirmationMail(content, link)
  const outcome = await session.send({ from: addressIn(from), to: person.email, bytes })
  observer.mailed(outcome.kind)
  if (outcome.kind === 'lost') await uncountConfirmation(db, person)
  return outcome
}

function dayOf(now: number): string {
  return gulfTime(now)[0]
}

/** Few, so that notices do not wait. */
const mailsPerTurn = 20
