import { described, type LegalHold, namedObject, text } from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'
import type { Hold } from '../../../store/keeping/hold.ts'
import { actorName } from '../../../store/people/audit.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { actorOf } from '../../identity/actor.ts'

const NewHold = namedObject('NewLegalHold', {
  reason: described(text(500), 'Why nothing may be deleted, such as the number of a dispute'),
})

/** The body of a new hold. */
export const holdBody = {
  kind: 'json',
  schema: NewHold,
  bytesMax: smallBodyBytesMax,
  example: { reason: 'Dispute 2026/117' },
} as const

export const holdAccess = { kind: 'scopes', scopes: ['admin'] } as const

/** A hold by the caller. */
export async function callersHold({ account, parts }: AccountContext, reason: string): Promise<Hold> {
  const heldBy = await actorName(parts.store.database, account.orgId, actorOf(account))
  return { reason, heldBy, heldAt: parts.now() }
}

export function answeredHold({ reason, heldBy, heldAt }: Hold): Static<typeof LegalHold> {
  return { reason, held_by: heldBy, held_since: heldAt }
}
