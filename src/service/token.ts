import { v7 } from 'uuid'
import { makeKey, signToken } from '../api/signing-keys.ts'
import type { Config } from '../config.ts'
import type { Organisation } from '../store/organisations.ts'
import type { NewSigningKey } from '../store/signing-keys.ts'
import type { Store } from '../store/store.ts'

/**
 * A token for the organisation's account named "command line", which is made when it is missing. Other scopes than its own are
 * those of an account that is named after them, so that an account never has more than its tokens say.
 */
export async function commandLineToken(
  store: Store,
  config: Config,
  organisation: Organisation,
  scopes: readonly string[] = accountScopes,
): Promise<string> {
  const accountName = scopes === accountScopes ? 'command line' : `command line: ${scopes.join(' ')}`
  const accounts = await store.clients.list(organisation.id)
  const account =
    accounts.find(({ name, revokedAt }) => name === accountName && revokedAt === undefined) ??
    (await store.clients.add({
      orgId: organisation.id,
      id: v7(),
      name: accountName,
      secretHash: undefined,
      scopes,
      createdAt: Date.now(),
    }))
  const [key] = await store.keys.ensure(() => newKey(config))
  if (!key) throw new Error('there is no signing key')
  return signToken(key, config.secretKey, {
    issuer: config.issuer,
    audience: config.audience,
    account: account.id,
    orgId: organisation.id,
    scope: account.scopes.join(' '),
    issuedAt: new Date(),
  })
}

/** A fresh signing key as the store keeps it. */
export async function newKey(config: Config): Promise<NewSigningKey> {
  return { ...(await makeKey(config.secretKey)), createdAt: Date.now() }
}

const accountScopes = ['documents:read', 'documents:write', 'profiles']
