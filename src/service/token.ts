import { v7 } from 'uuid'
import { makeKey, privateKeyOf, publicJwk, signToken, tokenLifetimeS } from '../api/identity/signing-keys.ts'
import type { Config } from '../config/config.ts'
import type { Core } from '../features/feature.ts'
import type { PersonClaims } from '../people/sign-in.ts'
import { defaultScopes } from '../security/scopes.ts'
import { addClient, type Client, clientsOf } from '../store/accounts/clients.ts'
import type { Organisation } from '../store/accounts/organisations.ts'
import {
  ensureSigningKeys,
  keyGeneration,
  liveKeys,
  type NewSigningKey,
  replaceSigningKeys,
  type SigningKey,
} from '../store/accounts/signing-keys.ts'
import type { Store } from '../store/store.ts'

/**
 * A token for the organisation's account "command line", which is created if it is missing. Other
 * scopes get an account named after them, so that an account never has more scopes than its tokens.
 */
export async function commandLineToken(
  store: Store,
  config: Config,
  organisation: Organisation,
  { scopes = defaultScopes, lifetimeS }: TokenWanted = {},
): Promise<string> {
  const accountName = scopes === defaultScopes ? 'command line' : `command line: ${scopes.join(' ')}`
  const accounts = await clientsOf(store.database, organisation.id)
  const account =
    accounts.find(({ name, revokedAt }) => name === accountName && revokedAt === undefined) ??
    (await addClient(store.database, {
      orgId: organisation.id,
      id: v7(),
      name: accountName,
      secretHash: undefined,
      scopes,
      createdAt: Date.now(),
    }))
  return clientToken(store, config, account, scopes, { lifetimeS })
}

/** A token of a signed-in person. */
export async function personToken(
  store: Store,
  config: Config,
  { orgId, subject, sessionId, scopes, lifetimeS }: PersonClaims,
  now: number,
): Promise<string> {
  const { key } = await signingKey(store, config, now)
  return signToken(key, config, {
    issuer: config.issuer,
    audience: config.audience,
    account: subject,
    orgId,
    sessionId,
    scope: scopes.join(' '),
    issuedAt: new Date(now),
    lifetimeS,
  })
}

interface TokenWanted {
  readonly scopes?: readonly string[] | undefined
  /** Default: 24 hours. */
  readonly lifetimeS?: number | undefined
}

export async function clientToken(
  store: Store,
  config: Config,
  client: Pick<Client, 'id' | 'orgId'>,
  scopes: readonly string[],
  { lifetimeS, now = Date.now() }: { readonly lifetimeS?: number | undefined; readonly now?: number } = {},
): Promise<string> {
  const { key } = await signingKey(store, config, now)
  return signToken(key, config, {
    issuer: config.issuer,
    audience: config.audience,
    account: client.id,
    orgId: client.orgId,
    scope: scopes.join(' '),
    issuedAt: new Date(now),
    ...(lifetimeS !== undefined && { lifetimeS }),
  })
}

/** The key that signs now, and all published keys. */
async function signingKey(
  store: Store,
  config: Config,
  now: number,
): Promise<{ readonly key: SigningKey; readonly published: readonly SigningKey[] }> {
  const published = await ensureSigningKeys(store.database, () => newKey(config, now), now)
  // The newest may be published but not sign yet: see rotateKeys.
  const key = published.find(({ signsFrom }) => signsFrom <= now) ?? published.at(-1)
  if (!key) throw new Error('there is no signing key')
  return { key, published }
}

/** A new signing key for the store; it signs at once unless `signsFrom` is later. */
export async function newKey(config: Config, signsFrom = Date.now()): Promise<NewSigningKey> {
  return { ...(await makeKey(config.secretKey)), createdAt: Date.now(), signsFrom }
}

/**
 * Publishes a new key now and starts signing with it after ten minutes; by then every client cache
 * (five minutes) has expired. The current key is accepted until its last token has expired.
 * `isAtOnce` is for a leaked key: every other key ends now, and with it its tokens. Returns
 * undefined and changes nothing while another rotation is in progress.
 */
export async function rotateKeys(store: Store, config: Config, isAtOnce: boolean): Promise<Rotation | undefined> {
  const now = Date.now()
  const generation = await keyGeneration(store.database)
  const live = await liveKeys(store.database, now)
  if (!isAtOnce && live.length > 1) return undefined
  const signsFrom = isAtOnce ? now : now + publishedMs
  const othersEndAt = isAtOnce ? now : signsFrom + tokenLifetimeS * 1000 + slackMs
  const key = await newKey(config, signsFrom)
  if (!(await replaceSigningKeys(store.database, key, generation, othersEndAt))) return undefined
  return { kid: key.kid, signsFrom, othersEndAt }
}

export interface Rotation {
  readonly kid: string
  /** ms since 1970. */
  readonly signsFrom: number
  readonly othersEndAt: number
}

const publishedMs = 600_000
/** For instances whose clocks differ slightly. */
const slackMs = 60_000

/** The key that signs now, opened, with the public keys that verify what it has signed. */
export async function publicSigningKey(store: Store, config: Config, now: number): ReturnType<Core['signingKey']> {
  const { key, published } = await signingKey(store, config, now)
  const privateKey = await privateKeyOf(key, config)
  return {
    key: { kid: key.kid, alg: key.alg, privateKey },
    keys: { keys: published.map(publicJwk) },
    issuer: config.issuer,
  }
}
