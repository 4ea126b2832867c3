import Type from 'typebox'
import { Decimal } from '../../../decimal/decimal.ts'
import { leaf, object, optional, Problem } from '../../../document/declaration/declare.ts'
import { text } from '../../../document/declaration/leaves.ts'
import { writeJson } from '../../../json/write.ts'
import { isScope, scopes } from '../../../scopes.ts'
import type { Client, NewClient as NewClientRow } from '../../../store/accounts/clients.ts'

/** A client to be added. */
export const NewClient = object({
  name: text(255),
  scope: leaf<readonly string[]>(
    {
      type: 'string',
      description: `One or more of ${scopes.join(', ')}, between blanks`,
      pattern: `^ *(${scopes.join('|')})( +(${scopes.join('|')}))* *$`,
    },
    (value, title) => {
      const named = typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []
      if (named.length === 0 || !named.every(isScope))
        return new Problem(`${title} must hold ${scopes.join(', ')} only`)
      return scopes.filter((scope) => named.includes(scope))
    },
  ),
})

/** Thirty days. */
const overlapSMax = 30 * 86_400

/** How a secret is replaced. */
export const Rotation = object({
  overlap_seconds: optional(
    leaf<number>(
      {
        type: 'integer',
        minimum: 0,
        maximum: overlapSMax,
        description: 'How long the present secret stays good; 86400 unless sent',
      },
      (value, title) => {
        const seconds = value instanceof Decimal && value.normalized().scale === 0 ? value.toNumber() : Number.NaN
        if (seconds >= 0 && seconds <= overlapSMax) return seconds
        return new Problem(`${title} must be a whole number from 0 to ${overlapSMax}`)
      },
    ),
  ),
})

const members = {
  client_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  scope: Type.String({ description: 'What its tokens may be used for' }),
  created_at: Type.Integer({ description: 'Unix seconds' }),
  previous_secret_until: Type.Optional(
    Type.Integer({
      description: 'Unix seconds: how long the secret before the present one is good; absent when it is not',
    }),
  ),
  revoked_at: Type.Optional(Type.Integer({ description: 'Unix seconds; absent as long as it is let in' })),
}

export const AnsweredClient = Type.Object(members)

export const ClientWithSecret = Type.Object({
  ...members,
  client_secret: Type.String({ description: 'Shown this once' }),
})

/** The answer that shows a secret, this once; no cache on the way keeps it. */
export function secretAnswer(status: 200 | 201, client: ReturnType<typeof answeredClient>, secret: string) {
  return {
    status,
    type: 'application/json; charset=utf-8',
    body: writeJson({ ...client, client_secret: secret }),
    headers: { 'cache-control': 'no-store' },
  }
}

type ShownClient = NewClientRow & Partial<Client>

export function answeredClient(client: ShownClient, now: number) {
  const { previousSecretUntil = 0, previousSecretHash, revokedAt } = client
  const isPreviousGood = previousSecretUntil > now && previousSecretHash !== undefined
  return {
    client_id: client.id,
    name: client.name,
    scope: client.scopes.join(' '),
    created_at: Math.floor(client.createdAt / 1000),
    ...(isPreviousGood && { previous_secret_until: Math.floor(previousSecretUntil / 1000) }),
    ...(revokedAt !== undefined && { revoked_at: Math.floor(revokedAt / 1000) }),
  }
}
