import { v7 } from 'uuid'
import { signToken } from '../../../src/api/identity/signing-keys.ts'
import { type Config, readConfig } from '../../../src/config/config.ts'
import { newKey } from '../../../src/service/token.ts'
import { addClient } from '../../../src/store/accounts/clients.ts'
import { addOrganisation } from '../../../src/store/accounts/organisations.ts'
import { addProfile } from '../../../src/store/accounts/profiles.ts'
import { ensureSigningKeys } from '../../../src/store/accounts/signing-keys.ts'
import type { Store } from '../../../src/store/store.ts'
import { aBuyer, jsonOf } from '../requests/requests.ts'

/**
 * An organisation with a business profile and an account's token, for tests, faults and benches.
 */
export interface StoredTenant {
  readonly orgId: string
  readonly account: string
  readonly profileId: string
  readonly token: string
}

/**
 * Organisations with a profile and a token each. With more accounts, those of one organisation
 * follow each other.
 */
export async function tenants(
  store: Store,
  count: number,
  scope = 'documents:read documents:write',
  accounts = 1,
): Promise<readonly StoredTenant[]> {
  const config = readConfig({})
  const made: StoredTenant[] = []
  for (let at = 0; at < count; at += 1) {
    const organisation = await newOrganisation(store, { version: '20260101', phase2: true })
    for (let number = 0; number < accounts; number += 1) {
      made.push({ ...organisation, ...(await newAccount(store, config, organisation.orgId, scope)) })
    }
  }
  return made
}

export async function newOrganisation(
  store: Store,
  { version, phase2 }: { readonly version: string; readonly phase2: boolean },
): Promise<Pick<StoredTenant, 'orgId' | 'profileId'>> {
  const createdAt = Date.now()
  const { id: orgId } = await addOrganisation(store.database, {
    id: v7(),
    name: `Organisation ${v7()}`,
    defaultApiVersion: version,
    hasPhase2: phase2,
    createdAt,
  })
  const profileId = 'BP-TEST000001'
  await addProfile(store.database, { orgId, profileId, party: jsonOf(aBuyer()), status: 'ACTIVE', createdAt })
  return { orgId, profileId }
}

/** `now`: by the clock of a running service, which takes no token from its future. */
export async function newAccount(
  store: Store,
  config: Config,
  orgId: string,
  scope: string,
  now = Date.now(),
): Promise<Pick<StoredTenant, 'account' | 'token'>> {
  const account = v7()
  const client = { orgId, id: account, name: 'test', secretHash: undefined, createdAt: now }
  await addClient(store.database, { ...client, scopes: scope.split(' ') })
  const [key] = await ensureSigningKeys(store.database, () => newKey(config, now), now)
  if (!key) throw new Error('no signing key')
  const { issuer, audience } = config
  const token = await signToken(key, config, { issuer, audience, account, orgId, scope, issuedAt: new Date(now) })
  return { account, token }
}
