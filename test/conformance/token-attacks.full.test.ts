import assert from 'node:assert/strict'
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { CompactEncrypt, CompactSign, importJWK, type JWK } from 'jose'
import { v7 } from 'uuid'
import { Authentication } from '../../src/api/identity/authentication.ts'
import { issuersOf } from '../../src/service/issuers.ts'
import { Remembered } from '../../src/service/remembered.ts'
import { rotateKeys } from '../../src/service/token.ts'
import { revokeClient } from '../../src/store/accounts/clients.ts'
import { findOrganisation, revokeOrganisation, updateOrganisation } from '../../src/store/accounts/organisations.ts'
import { liveKeys } from '../../src/store/accounts/signing-keys.ts'
import { anIdentityProvider, type IdentityProvider } from '../support/network/identity-provider.ts'
import { unauthenticated } from '../support/requests/request-errors.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Any fault of a token gets the contract's 401 and nothing more (docs/contract.md#errors). Every
// attack starts from an accepted token and changes one thing.

const path = '/api/purchase-invoices/01900000-0000-7000-8000-000000000000'

eachService('token attacks', (start) => {
  let running: TestService
  let tenant: Tenant
  let other: Tenant
  let provider: IdentityProvider
  let ownKey: OwnKey
  let rsaJwk: JWK
  before(async () => {
    provider = await anIdentityProvider()
    rsaJwk = (await provider.addKey('rsa', 'RS256')).jwk
    await provider.addKey('ec', 'ES256', { alg: undefined })
    await provider.addKey('ed', 'EdDSA')
    await provider.addKey('encrypts', 'ES256', { use: 'enc' })
    await provider.addKey('long', 'RS512')
    const name = `Bound ${v7()}`
    running = await start({
      TRUSTED_ISSUERS: JSON.stringify([
        { issuer: provider.issuer, jwks_uri: provider.jwksUri, organisations: [name], audience: 'the-api' },
      ]),
    })
    tenant = await running.tenant()
    other = await running.tenant()
    await updateOrganisation(running.service.parts.store.database, tenant.orgId, { name })
    ownKey = await ownSigningKey(running)
  })
  after(() => provider.close())

  const seconds = () => Math.floor(Date.now() / 1000)
  const ownClaims = (): Claims => ({
    iss: 'selfbill',
    aud: 'selfbill',
    sub: tenant.account,
    org_id: tenant.orgId,
    iat: seconds(),
    exp: seconds() + 600,
    scope: 'documents:read',
  })
  const foreignClaims = (): Claims => ({
    ...ownClaims(),
    iss: provider.issuer,
    aud: 'the-api',
    sub: 'erp@falcon.example',
  })
  const ownHeader = () => ({ alg: 'EdDSA', kid: ownKey.kid })
  const own = (claims: Claims | string, header: Claims | string = ownHeader()) =>
    joined(header, claims, (bytes) => signBytes(null, bytes, ownKey.key))

  const statusOf = async (authorization: string, at = path) => {
    const response = await fetch(running.address + at, { headers: { authorization } })
    return {
      status: response.status,
      text: await response.text(),
      authenticate: response.headers.get('www-authenticate'),
    }
  }
  const assertRefused = async (token: string, what: string) => {
    const { status, text, authenticate } = await statusOf(`Bearer ${token}`)
    assert.equal(status, 401, what)
    assert.deepEqual(JSON.parse(text), unauthenticated, what)
    assert.equal(authenticate, 'Bearer', what)
  }
  const assertLetIn = async (token: string, what = 'a token') =>
    assert.equal((await statusOf(`Bearer ${token}`)).status, 404, what)

  test('the tokens before their manipulation are accepted', async () => {
    await assertLetIn(own(ownClaims()))
    const { scope: _, ...withoutScope } = ownClaims()
    await assertLetIn(own(withoutScope), 'scope is optional')
    await assertLetIn(own({ ...ownClaims(), aud: ['somebody', 'selfbill'] }), 'one audience of several')
    await assertLetIn(own({ ...ownClaims(), iat: seconds() + 3, nbf: seconds() + 3 }), 'a clock that is a little ahead')
    for (const kid of ['rsa', 'ec', 'ed']) await assertLetIn(await provider.sign(kid, foreignClaims()), kid)
  })

  test('a missing or worthless signature is refused', async () => {
    const [header = '', payload = '', signature = ''] = own(ownClaims()).split('.')
    const flipped = `${signature.slice(0, -3)}${signature.at(-3) === 'A' ? 'B' : 'A'}${signature.slice(-2)}`
    const attacks = {
      'alg none': joined({ alg: 'none' }, ownClaims(), () => Buffer.alloc(0)),
      'alg none with kid': joined({ ...ownHeader(), alg: 'none' }, ownClaims(), () => Buffer.from('x')),
      'alg None': joined({ ...ownHeader(), alg: 'None' }, ownClaims(), () => Buffer.from('x')),
      'no signature part': `${header}.${payload}`,
      'an empty signature': `${header}.${payload}.`,
      'a changed signature': `${header}.${payload}.${flipped}`,
      'a cut signature': `${header}.${payload}.${signature.slice(0, 40)}`,
      'other claims under the signature': `${header}.${encoded({ ...ownClaims(), org_id: other.orgId })}.${signature}`,
      'four parts': `${header}.${payload}.${signature}.${signature}`,
      'no base64url': `${header}.${payload}.${signature}=`,
      nothing: '',
    }
    for (const [what, token] of Object.entries(attacks)) await assertRefused(token, what)
  })

  test('another key or another algorithm is refused', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const jwk = ownKey.publicJwk
    const hmac = (secret: string | Buffer) => (bytes: Buffer) => createHmac('sha256', secret).update(bytes).digest()
    const attacks = {
      'a key of nobody': joined(ownHeader(), ownClaims(), (bytes) => signBytes(null, bytes, stranger)),
      'HS256 with the public key': joined(
        { ...ownHeader(), alg: 'HS256' },
        ownClaims(),
        hmac(Buffer.from(jwk.x ?? '', 'base64url')),
      ),
      'HS256 with the JWK': joined({ ...ownHeader(), alg: 'HS256' }, ownClaims(), hmac(JSON.stringify(jwk))),
      'HS256 with nothing': joined({ ...ownHeader(), alg: 'HS256' }, ownClaims(), hmac('')),
      'RS256 under the id of another kind': joined({ ...ownHeader(), alg: 'RS256' }, ownClaims(), (bytes) =>
        signBytes('sha256', bytes, rsa),
      ),
      'a key for encryption': await provider.sign('encrypts', foreignClaims()),
      'an algorithm that is not taken': await provider.sign('long', foreignClaims()),
      'its own key in the name of another issuer': own(foreignClaims()),
      'an issuer’s key in our name': await provider.sign('ed', ownClaims()),
    }
    for (const [what, token] of Object.entries(attacks)) await assertRefused(token, what)
  })

  test("HS256 with an issuer's RSA key as PEM or JWK is refused", async () => {
    const pem = createPublicKey({ key: { ...rsaJwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [JSON.stringify(rsaJwk), pem]) {
      const token = joined({ alg: 'HS256', kid: 'rsa' }, foreignClaims(), (bytes) =>
        createHmac('sha256', secret).update(bytes).digest(),
      )
      await assertRefused(token, 'confusion')
    }
  })

  test('an unknown or malicious kid is refused', async () => {
    const kids = [
      'unknown',
      '',
      '../../../../dev/null',
      "' or 1=1 --",
      ownKey.kid.toUpperCase(),
      ` ${ownKey.kid}`,
      '__proto__',
      'constructor',
      'x'.repeat(5000),
    ]
    for (const kid of kids) await assertRefused(own(ownClaims(), { alg: 'EdDSA', kid }), kid.slice(0, 40))
    for (const kid of [1, null, [ownKey.kid], { kid: ownKey.kid }])
      await assertRefused(own(ownClaims(), { alg: 'EdDSA', kid }), typeof kid)
    await assertRefused(own(ownClaims(), { alg: 'EdDSA' }), 'no kid')
  })

  test('keys inside a token are ignored', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const jwk = publicKey.export({ format: 'jwk' })
    const before_ = provider.counts.fetches
    const bringings = [
      { jwk },
      { jku: provider.jwksUri },
      { x5u: provider.jwksUri },
      { x5c: ['AAAA'] },
      { kid: provider.jwksUri, jku: provider.jwksUri },
    ]
    for (const brought of bringings) {
      const header = { ...ownHeader(), ...brought }
      await assertRefused(
        joined(header, ownClaims(), (bytes) => signBytes(null, bytes, privateKey)),
        JSON.stringify(brought),
      )
    }
    assert.equal(provider.counts.fetches, before_, 'nothing was fetched')
    await assertLetIn(own(ownClaims(), { ...ownHeader(), jwk, jku: 'https://nowhere.example/' }), 'beside a right key')
  })

  test('headers that request unsupported features are refused', async () => {
    await assertRefused(own(ownClaims(), { ...ownHeader(), crit: ['exp'], exp: 1 }), 'crit')
    await assertRefused(own(ownClaims(), { ...ownHeader(), crit: [] }), 'an empty crit')
    await assertRefused(own(ownClaims(), { ...ownHeader(), crit: ['b64'], b64: false }), 'b64')
    await assertRefused(own(ownClaims(), { ...ownHeader(), alg: 'ed25519' }), 'alg in another case')
    await assertRefused(own(ownClaims(), { ...ownHeader(), alg: ['EdDSA'] }), 'alg as a list')
    for (const typ of ['selfbill-evidence', 'JOSE', 'jwt ', '', 7]) {
      await assertRefused(own(ownClaims(), { ...ownHeader(), typ }), `typ ${typ}`)
    }
    for (const typ of ['JWT', 'at+jwt', 'application/at+jwt'])
      await assertLetIn(own(ownClaims(), { ...ownHeader(), typ }))
  })

  test('a duplicate member in the header or the claims is refused', async () => {
    const { kid } = ownKey
    const claims = JSON.stringify(ownClaims())
    const twice = (name: string, value: string) => `${claims.slice(0, -1)},"${name}":${JSON.stringify(value)}}`
    await assertLetIn(own(claims))
    await assertRefused(own(twice('org_id', tenant.orgId)), 'org_id')
    await assertRefused(own(twice('\\u006frg_id', tenant.orgId)), 'org_id, spelt otherwise')
    await assertRefused(own(twice('scope', 'documents:read')), 'scope')
    await assertRefused(own(claims, `{"alg":"EdDSA","kid":"${kid}","alg":"EdDSA"}`), 'alg')
  })

  test('claims that are missing, of a wrong type or not JSON are refused', async () => {
    for (const name of ['iss', 'aud', 'sub', 'org_id', 'iat', 'exp']) {
      const { [name]: _, ...rest } = ownClaims()
      await assertRefused(own(rest), `no ${name}`)
      for (const wrong of [null, true, {}, [], '', [1]]) {
        await assertRefused(own({ ...ownClaims(), [name]: wrong }), `${name} ${JSON.stringify(wrong)}`)
      }
    }
    for (const scope of [null, ['documents:read'], 7, { a: 1 }])
      await assertRefused(own({ ...ownClaims(), scope }), 'scope')
    for (const exp of ['9999999999', -1, 0]) await assertRefused(own({ ...ownClaims(), exp }), `exp ${exp}`)
    const endless = JSON.stringify(ownClaims()).replace(/"exp":[0-9]+/, '"exp":1e999')
    await assertRefused(own(endless), 'exp without end')
    for (const text of ['', 'null', '[]', '"x"', '{', `${JSON.stringify(ownClaims())}x`])
      await assertRefused(own(text), text)
    await assertRefused(own({ ...ownClaims(), sub: 'x'.repeat(256) }), 'a long sub')
    for (const sub of ['a\0b', 'a\nb', 'a\ud800b'])
      await assertRefused(await provider.sign('ec', { ...foreignClaims(), sub }), JSON.stringify(sub))
  })

  test('a token that has expired or is not valid yet is refused', async () => {
    const now = seconds()
    await assertRefused(own({ ...ownClaims(), iat: now - 100, exp: now }), 'expired now')
    await assertRefused(own({ ...ownClaims(), iat: now - 100, exp: now - 3 }), 'no leeway for exp')
    await assertRefused(own({ ...ownClaims(), nbf: now + 60 }), 'nbf')
    await assertRefused(own({ ...ownClaims(), nbf: '0' }), 'nbf as text')
    await assertRefused(own({ ...ownClaims(), iat: now + 60 }), 'iat')
  })

  test('a token that lives longer than a day is refused', async () => {
    const now = seconds()
    const day = 86_400
    for (const sign of [own, (claims: Claims) => provider.sign('ec', { ...foreignClaims(), ...times(claims) })]) {
      const lives = async (iat: number, exp: number) => sign({ ...ownClaims(), iat, exp })
      await assertLetIn(await lives(now, now + day), 'a day')
      await assertLetIn(await lives(now - 100, now - 100 + day), 'the rest of a day')
      await assertRefused(await lives(now, now + day + 1), 'a second more than a day')
      await assertRefused(await lives(now, now + 365 * day), 'a year')
      await assertRefused(await lives(now - 365 * day, now + 60), 'issued a year ago')
      await assertRefused(await lives(0, now + 60), 'issued in 1970')
      await assertRefused(await lives(-1e300, now + 60), 'issued before the world')
      await assertRefused(await lives(now + 60, now + 120), 'issued later')
      await assertRefused(await lives(now + 365 * day, now + 366 * day), 'issued in a year, for a day')
      await assertRefused(await lives(now + 365 * day, now + day), 'issued after its end')
    }
  })

  test('another issuer or audience is refused', async () => {
    for (const iss of ['Selfbill', 'selfbill/', ' selfbill', 'https://selfbill', provider.issuer]) {
      await assertRefused(own({ ...ownClaims(), iss }), iss)
    }
    for (const aud of ['Selfbill', 'somebody', ['somebody'], 'the-api'])
      await assertRefused(own({ ...ownClaims(), aud }), String(aud))
    await assertRefused(await provider.sign('ed', { ...foreignClaims(), aud: 'selfbill' }), 'an issuer’s own audience')
    await assertRefused(
      await provider.sign('ed', { ...foreignClaims(), iss: `${provider.issuer}/` }),
      'almost the issuer',
    )
  })

  test('an unknown account, or one of another organisation, is refused', async () => {
    await assertRefused(own({ ...ownClaims(), org_id: other.orgId }), 'another organisation')
    await assertRefused(own({ ...ownClaims(), sub: other.account }), 'an account of another')
    await assertRefused(own({ ...ownClaims(), sub: v7() }), 'no account')
    await assertRefused(own({ ...ownClaims(), org_id: v7() }), 'no organisation')
    await assertRefused(own({ ...ownClaims(), org_id: tenant.orgId.toUpperCase() }), 'letter case')
  })

  test('an issuer speaks only for its bound organisations, by id or name', async () => {
    await assertRefused(await provider.sign('ed', { ...foreignClaims(), org_id: other.orgId }), 'another organisation')
    await assertRefused(await provider.sign('ed', { ...foreignClaims(), org_id: v7() }), 'no organisation')
    const { name } = Object(await findOrganisation(running.service.parts.store.database, tenant.orgId))
    await assertRefused(await provider.sign('ed', { ...foreignClaims(), org_id: name }), 'its name is not its id')
  })

  test("an issuer's account never equals our account of the same name", async () => {
    const limited = await start({
      'TUNING.rate_limit_per_minute': '1',
      TRUSTED_ISSUERS: JSON.stringify([
        { issuer: provider.issuer, jwks_uri: provider.jwksUri, organisations: [tenant.orgId], audience: 'the-api' },
      ]),
    })
    const named = await provider.sign('ed', { ...foreignClaims(), sub: tenant.account })
    const statuses = []
    for (const token of [named, own(ownClaims())]) {
      const response = await fetch(`${limited.address}${path}/xml`, { headers: { authorization: `Bearer ${token}` } })
      statuses.push(response.status)
    }
    assert.deepEqual(statuses, [404, 404], 'each has its own minute')
    await limited.stop()
  })

  test('scopes are compared as whole words', async () => {
    const write = `/api/purchase-invoices/${tenant.profileId}`
    const statusWith = async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(running.address + write, { method: 'POST', headers, body: '{}' })
      return { status: response.status, text: await response.text() }
    }
    assert.equal((await statusWith(own({ ...ownClaims(), scope: 'documents:write' }))).status, 400)
    const scopes = [
      '',
      ' ',
      'documents:read',
      'DOCUMENTS:WRITE',
      'documents:write,x',
      'documents:read\tdocuments:write',
      'documents:*',
      '*',
      'documents',
      'documents:writer',
      'admin',
    ]
    for (const scope of scopes) {
      const { status, text } = await statusWith(own({ ...ownClaims(), scope }))
      assert.equal(status, 403, scope)
      assert.deepEqual(JSON.parse(text).errors, { message: 'Not authorized to perform this operation' })
    }
    for (const token of [
      own({ ...ownClaims(), scope: 'admin' }),
      await provider.sign('ed', { ...foreignClaims(), scope: 'admin' }),
    ]) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${running.address}/sandbox/clock/advance`, { method: 'POST', headers, body: '{}' })
      assert.equal(response.status, 403, 'neither the account nor the issuer was given administration')
    }
  })

  test('encrypted and nested tokens are refused', async () => {
    const bytes = Buffer.from(JSON.stringify(ownClaims()))
    const key = await importJWK({ ...(await provider.addKey('for-jwe', 'ES256')).jwk, alg: 'ECDH-ES' }, 'ECDH-ES')
    const jwe = await new CompactEncrypt(bytes)
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'ec' })
      .encrypt(key)
    await assertRefused(jwe, 'JWE')
    await assertRefused(own(own(ownClaims()), { ...ownHeader(), cty: 'JWT' }), 'nested')
    const compact = await new CompactSign(bytes)
      .setProtectedHeader({ alg: 'EdDSA', kid: ownKey.kid })
      .sign(await importJWK(ownKey.jwk, 'EdDSA'))
    await assertLetIn(compact, 'the same by a library')
  })

  test('Authorization headers with other schemes, duplicates or excessive sizes are refused', async () => {
    const token = own(ownClaims())
    for (const authorization of [
      token,
      `Basic ${token}`,
      `Bearer: ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token},`,
      `Bearer`,
      `Token ${token}`,
    ]) {
      assert.equal((await statusOf(authorization)).status, 401, authorization.slice(0, 20))
    }
    assert.equal((await statusOf(`bearer ${token}`)).status, 404, 'the scheme in any case (RFC 9110)')
    const doubled = [
      ['Authorization', `Bearer ${token}`],
      ['authorization', `Bearer ${own({ ...ownClaims(), scope: '' })}`],
    ].flat()
    assert.equal((await rawStatus(running.address, doubled)).status, 401, 'two headers')
    await assertRefused(own({ ...ownClaims(), padding: 'x'.repeat(8000) }), 'over 8 KiB')
    const huge = await rawStatus(running.address, ['Authorization', `Bearer ${token}${'x'.repeat(20_000)}`])
    assert.equal(huge.status, 431)
    assert.deepEqual(JSON.parse(huge.text).errors, { message: 'The headers of the request are too large' })
    for (const at of [`${path}?access_token=${token}`, `${path}?authorization=Bearer%20${token}`]) {
      assert.equal((await fetch(running.address + at)).status, 401, 'in the address')
    }
  })

  test('a revoked client, organisation, scope or key counts within 30 seconds', async () => {
    const { store } = running.service.parts
    let ahead = 0
    const now = () => Date.now() + ahead
    // Built like in the service, except for the clock.
    const organisations = new Remembered((orgId) => findOrganisation(store.database, orgId), 10_000, now)
    const organisation = async (orgId: string) => {
      const known = await organisations.get(orgId)
      return known?.revokedAt === undefined ? known : undefined
    }
    const parts = { store, organisation, onTrouble: () => undefined, now }
    const authentication = new Authentication(issuersOf(running.config, parts), now)
    const [client, organised, narrowed] = [await running.tenant(), await running.tenant(), await running.tenant()]
    const tokens = [client, organised, narrowed].map(({ token }) => token)
    const bound = await provider.sign('ed', foreignClaims())
    const scopes = (token: string) =>
      authentication.account(`Bearer ${token}`).then(
        (account) => [...account.scopes].join(' '),
        (error: unknown) => Object(error).message,
      )
    const all = () => Promise.all([...tokens, bound].map(scopes))
    const both = 'documents:read documents:write'
    assert.deepEqual(await all(), [both, both, both, 'documents:read'])
    await revokeClient(store.database, client.orgId, client.account, Date.now())
    await revokeOrganisation(store.database, organised.orgId, Date.now())
    await store.database.query({
      sql: "update clients set scopes = 'documents:read' where org_id = $1 and id = $2",
      params: [narrowed.orgId, narrowed.account],
    })
    await revokeOrganisation(store.database, tenant.orgId, Date.now())
    ahead = 30_000
    const refused = 'Authentication required or invalid token'
    assert.deepEqual(await all(), [refused, refused, 'documents:read', refused])
    await rotateKeys(store, running.config, true)
    ahead = 60_000
    assert.deepEqual(await scopes(narrowed.token), refused)
  })
})

type Claims = Readonly<Record<string, unknown>>

interface OwnKey {
  readonly kid: string
  readonly key: KeyObject
  readonly jwk: JWK
  readonly publicJwk: JWK
}

/**
 * The signing key as a reader of the database sees it: without SECRET_KEY it is stored in clear.
 */
async function ownSigningKey({ service }: TestService): Promise<OwnKey> {
  const [stored] = await liveKeys(service.parts.store.database, Date.now())
  assert.ok(stored)
  const jwk = JSON.parse(stored.privateJwk)
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return { kid: stored.kid, key, jwk, publicJwk: JSON.parse(stored.publicJwk) }
}

/** A compact token with any header, claims and signature. */
function joined(header: unknown, claims: unknown, signature: (bytes: Buffer) => Buffer): string {
  const input = `${encoded(header)}.${encoded(claims)}`
  return `${input}.${signature(Buffer.from(input)).toString('base64url')}`
}

function encoded(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}

/** Sends a request with exactly these headers: name, value, name, value. */
async function rawStatus(address: string, headers: readonly string[]): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const sent = httpRequest(address + path, { headers: [...headers, 'Host', 'x'] }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part) => {
      text += part
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

function times({ iat, exp }: Claims): Claims {
  return { iat, exp }
}
