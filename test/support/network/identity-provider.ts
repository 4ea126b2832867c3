import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/**
 * Another issuer of tokens: keys of every kind behind its own address, which tests can make slow,
 * large or silent. Listens on a free port of 127.0.0.1.
 */
export async function anIdentityProvider(): Promise<IdentityProvider> {
  const keys = new Map<string, { readonly alg: string; readonly privateKey: CryptoKey; readonly jwk: JWK }>()
  const counts = { fetches: 0 }
  let answer = (response: ServerResponse): void => {
    response.end(JSON.stringify({ keys: [...keys.values()].map(({ jwk }) => jwk) }))
  }
  const server = createServer((_request, response) => {
    counts.fetches += 1
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${port}/realm`,
    jwksUri: `http://127.0.0.1:${port}/jwks.json`,
    counts,
    async addKey(kid, alg, more = {}) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
      const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig', ...more }
      keys.set(kid, { alg, privateKey, jwk })
      return { privateKey, jwk }
    },
    dropKey: (kid) => void keys.delete(kid),
    sign(kid, claims) {
      const key = keys.get(kid)
      if (!key) throw new Error(`there is no key ${kid}`)
      return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid }).sign(key.privateKey)
    },
    answerWith(next) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

export interface IdentityProvider {
  readonly issuer: string
  readonly jwksUri: string
  readonly counts: { fetches: number }
  /** `more` overrides members of the published key; undefined removes one. */
  addKey(
    kid: string,
    alg: string,
    more?: Readonly<Record<string, string | undefined>>,
  ): Promise<{ readonly privateKey: CryptoKey; readonly jwk: JWK }>
  dropKey(kid: string): void
  sign(kid: string, claims: JWTPayload): Promise<string>
  /** Sets the answer of the key address. */
  answerWith(answer: (response: ServerResponse) => void): void
  close(): Promise<void>
}
