import {
  answerObject,
  instant,
  instantAt,
  leaf,
  namedObject,
  optional,
  Problem,
  Type,
  text,
  wholeNumber,
} from '@selfbill/pint-ae/document'
import { message, withCommas } from '@selfbill/pint-ae/messages'
import { grantableScopes, isGrantableScope } from '../../../security/scopes.ts'
import type { Client, NewClient as NewClientRow } from '../../../store/accounts/clients.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'

/** A client to add. */
export const NewClient = namedObject('NewClient', {
  name: text(255),
  scope: leaf<readonly string[]>(
    {
      type: 'string',
      pattern: `^ *(${grantableScopes.join('|')})( +(${grantableScopes.join('|')}))* *$`,
    },
    (value, field) => {
      const named = typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []
      if (named.length === 0 || !named.every(isGrantableScope))
        return new Problem(message('must_hold_only', { field, codes: withCommas(grantableScopes) }))
      return grantableScopes.filter((scope) => named.includes(scope))
    },
  ),
})

/** The replacement of a secret. */
export const Rotation = namedObject('ClientRotation', {
  overlap_seconds: optional(wholeNumber(0, 30 * 86_400)),
})

export const clientParameters = { client_id: Type.String({ format: 'uuid' }) }

const members = {
  client_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  scope: Type.String(),
  token_by_signature: Type.Optional(Type.Literal(true)),
  created_at: instant(),
  previous_secret_until: Type.Optional(instant()),
  revoked_at: Type.Optional(instant()),
}

export const AnsweredClient = answerObject('AnsweredClient', members)

export const ClientWithSecret = answerObject('ClientWithSecret', {
  ...members,
  client_secret: Type.String(),
})

type ShownClient = NewClientRow & Partial<Client>

export function answeredClient(client: ShownClient, now: number) {
  const { previousSecretUntil = 0, previousSecretHash, olderSecretHashes = [], revokedAt } = client
  const ends = olderSecretHashes.map(({ until }) => until)
  const formerUntil = Math.max(previousSecretHash === undefined ? 0 : previousSecretUntil, ...ends)
  return {
    client_id: client.id,
    name: client.name,
    scope: client.scopes.join(' '),
    ...(client.sealedSecret !== undefined && { token_by_signature: true as const }),
    created_at: instantAt(client.createdAt),
    ...(formerUntil > now && { previous_secret_until: instantAt(formerUntil) }),
    ...(revokedAt !== undefined && { revoked_at: instantAt(revokedAt) }),
  }
}

/**
 * Nobody gives a scope that they do not have: a client's secret gives its scopes. Throws the Fault
 * `scope_not_held`.
 */
export function requireScopes({ account }: Pick<AccountContext, 'account'>, scopes: readonly string[]): void {
  // Administrators choose who approves; they have no scope for it themselves.
  const mayGive = (one: string) => account.scopes.has(one === 'documents:approve' ? 'admin' : one)
  const scope = scopes.find((one) => !mayGive(one))
  if (scope !== undefined) throw new Fault('scope_not_held', { scope })
}
