import type { Configuration } from 'openid-client'
import type { User } from '../../store/people/users.ts'
import { isStorable } from '../../text/storable.ts'
import { type NewSession, type SignInByProvider, SignInRefused } from '../people.ts'
import type { StartSession } from '../sign-in.ts'
import { type AccountParts, accountOf } from './account.ts'
import { readClaims } from './claims.ts'
import { accept, arrive, invitationsOf } from './invited.ts'
import { isLocalPath, type Kept, readKept, writeKept } from './kept.ts'
import type { OidcSettings } from './settings.ts'

/**
 * Sign-in at an OpenID provider: authorization code with PKCE, state and nonce. The provider's
 * metadata is read at the first sign-in and kept for an hour.
 */
export function signInByProvider(
  settings: OidcSettings,
  parts: ProviderParts,
  startSession: StartSession,
): SignInByProvider {
  let discovered: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined
  const configuration = () => {
    if (discovered === undefined || parts.now() - discovered.at > discoveryMs) {
      const found = discoverProvider(settings)
      discovered = { at: parts.now(), configuration: found }
      found.catch(() => {
        discovered = undefined
      })
    }
    return discovered.configuration
  }
  const account = {
    ...parts,
    namesOrganisations: settings.orgClaim !== undefined,
    givesRoles: settings.roleClaim !== undefined,
  }
  const started = async (user: User, userAgent: string | undefined): Promise<NewSession> => {
    const session = await startSession(user, userAgent)
    if (session === undefined) throw new SignInRefused('no_account')
    return session
  }
  /** The page names the reason; the log too, since an operator may have to correct the provider. */
  const logged = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof SignInRefused) parts.onRefused(error)
      throw error
    }
  }
  return {
    name: settings.name,
    asksInvited: settings.orgClaim === undefined,
    async begin(redirectUri, returnTo) {
      const openid = await openIdClient()
      const kept: Kept = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        returnTo: isLocalPath(returnTo) ? returnTo : '/console',
        until: parts.now() + keptMs,
      }
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, kept: writeKept(kept) }
    },
    async finish(callbackUrl, text, userAgent) {
      const kept = readKept(text)
      if (kept === undefined || kept.until <= parts.now()) throw new SignInRefused('expired')
      const claimed = await logged(proved(configuration, callbackUrl, kept, settings))
      const user = await logged(accountOf(claimed, account))
      if (user === undefined) return { kind: 'invited', secret: await logged(arrive(claimed, parts)) }
      return { kind: 'signed_in', ...(await started(user, userAgent)), returnTo: kept.returnTo }
    },
    invited: (secret) => invitationsOf(secret, parts),
    accept: async (secret, userId, userAgent) => started(await logged(accept(secret, userId, parts)), userAgent),
  }
}

export interface ProviderParts extends Omit<AccountParts, 'givesRoles' | 'namesOrganisations'> {
  /** A sign-in was refused for this reason. */
  onRefused(refused: SignInRefused): void
}

/** Reads the provider's metadata. Throws SignInRefused, with the reason as its cause. */
export async function discoverProvider(settings: OidcSettings): Promise<Configuration> {
  const openid = await openIdClient()
  const { clientId, clientSecret } = settings
  const server = new URL(settings.issuer)
  // The configuration allows plain http for this machine only.
  const execute = server.protocol === 'http:' ? [openid.allowInsecureRequests] : []
  try {
    const found = await openid.discovery(server, clientId, clientSecret, undefined, { execute, timeout: timeoutS })
    const metadata = found.serverMetadata()
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost
    const configuration = new openid.Configuration(metadata, clientId, clientSecret, authentication(clientSecret))
    for (const change of execute) change(configuration)
    configuration.timeout = timeoutS
    return configuration
  } catch (cause) {
    throw new SignInRefused('provider_away', { cause })
  }
}

/** Exchanges the code and reads what the provider says about the person. Throws SignInRefused. */
async function proved(find: () => Promise<Configuration>, callbackUrl: URL, kept: Kept, settings: OidcSettings) {
  const openid = await openIdClient()
  try {
    const configuration = await find()
    const tokens = await openid.authorizationCodeGrant(configuration, callbackUrl, {
      pkceCodeVerifier: kept.verifier,
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
    })
    const idToken = tokens.claims()
    if (idToken === undefined) throw new SignInRefused('provider_refused')
    const { iss: issuer, sub: subject } = idToken
    if (!isStorable(subject)) throw new SignInRefused('provider_refused')
    // Many providers say name and address there only.
    const info =
      configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await openid.fetchUserInfo(configuration, tokens.access_token, subject)
    const claims = new Map<string, unknown>([...Object.entries(info), ...Object.entries(idToken)])
    return readClaims(claims, { issuer, subject }, settings)
  } catch (cause) {
    if (cause instanceof SignInRefused) throw cause
    throw new SignInRefused(isAway(cause) ? 'provider_away' : 'provider_refused', { cause })
  }
}

/** Not reached or too slow, unlike a wrong answer. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error ? error.code === 'OAUTH_TIMEOUT' : error.message === 'fetch failed'
}

/** Loaded for a sign-in: few installations have a provider. */
function openIdClient() {
  return import('openid-client')
}

const discoveryMs = 3_600_000
const timeoutS = 10
/** How long a person may take at the provider. */
const keptMs = 10 * 60_000
