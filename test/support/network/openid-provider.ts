import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/**
 * A real OpenID provider on this machine. It signs in the person that `signsIn` names, without
 * a page: each interaction is answered at once.
 */
export async function anOpenIdProvider(): Promise<OpenIdProvider> {
  const accounts = new Map<string, Claims>()
  const state = { accountId: '', isDenied: false }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${portOf(server)}`
  const provider = new Provider(issuer, configuration(accounts))
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const isInteraction = request.url?.startsWith('/interaction/') === true
    const answered = isInteraction ? interact(provider, state)(request, response) : answer(request, response)
    answered.catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return {
    issuer,
    client: { id: clientId, secret: clientSecret },
    redirectUri,
    signsIn(accountId, claims) {
      accounts.set(accountId, claims)
      Object.assign(state, { accountId, isDenied: false })
    },
    denies() {
      state.isDenied = true
    },
    browse: (url) => browse(url, issuer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export interface OpenIdProvider {
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string }
  readonly redirectUri: string
  /** Who signs in from now on, and with which claims. */
  signsIn(accountId: string, claims: Claims): void
  /** The person presses "cancel" from now on. */
  denies(): void
  /** Follows an authorization request like a browser; returns the address it is sent back to. */
  browse(url: string): Promise<URL>
  close(): Promise<void>
}

type Claims = Readonly<Record<string, string | boolean | readonly string[]>>

const clientId = 'selfbill'
const clientSecret = 'a-secret-of-the-test-that-nobody-else-uses'
/** Nobody listens there: the test reads the address. */
const redirectUri = 'http://127.0.0.1:1/console/sign-in/callback'

function configuration(accounts: ReadonlyMap<string, Claims>): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        application_type: 'native',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'organisation', 'groups'],
    },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ ...accounts.get(accountId), sub: accountId }),
    }),
  }
}

/** Signs in and consents in one step. */
function interact(provider: Provider, state: { readonly accountId: string; readonly isDenied: boolean }) {
  return async (...[request, response]: Parameters<ReturnType<Provider['callback']>>) => {
    if (state.isDenied) {
      await provider.interactionFinished(request, response, { error: 'access_denied' })
      return
    }
    const { accountId } = state
    const grant = new provider.Grant({ accountId, clientId })
    grant.addOIDCScope('openid profile email')
    const grantId = await grant.save()
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
  }
}

/** A browser without pages: keeps cookies and follows redirects until they leave the provider. */
async function browse(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  for (let hop = 0; hop < 10; hop++) {
    if (next.origin !== issuer) return next
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    next = new URL(location, issuer)
  }
  throw new Error('too many redirects')
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens nowhere')
  return address.port
}
