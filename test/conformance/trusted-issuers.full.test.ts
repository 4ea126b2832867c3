import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { KeyCache } from '../../src/api/identity/key-cache.ts'
import { remoteKeys } from '../../src/api/identity/remote-keys.ts'
import { readConfig } from '../../src/config/config.ts'
import { anIdentityProvider, type IdentityProvider } from '../support/network/identity-provider.ts'
import { eachService } from '../support/service/service.ts'
import { ServiceLog } from '../support/service/service-log.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Configured issuers: how often their keys are fetched, and what happens when that fails
// (docs/contract.md#access).

const path = '/api/purchase-invoices/01900000-0000-7000-8000-000000000000'

eachService('trusted issuers', (start) => {
  let running: TestService
  let tenant: Tenant
  let provider: IdentityProvider
  const issuers = (organisations: readonly string[], more = {}) => ({
    TRUSTED_ISSUERS: JSON.stringify([{ issuer: provider.issuer, jwks_uri: provider.jwksUri, organisations, ...more }]),
  })
  const token = (kid: string, claims = {}) => {
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: provider.issuer, aud: 'selfbill', sub: 'erp', org_id: tenant.orgId, iat: now, exp: now + 600 }
    return provider.sign(kid, { ...usual, ...claims })
  }
  const get = (address: string, bearer: string) =>
    fetch(address + path, { headers: { authorization: `Bearer ${bearer}` } })
  before(async () => {
    provider = await anIdentityProvider()
    await provider.addKey('first', 'ES256')
    running = await start()
    tenant = await running.tenant()
  })
  after(() => provider.close())

  test('unreachable keys are a 503 with Retry-After; tokens that need no keys to refuse are a 401', async () => {
    const instance = await start(issuers([tenant.orgId]))
    provider.answerWith((response) => response.writeHead(500).end())
    const response = await get(instance.address, await token('first'))
    assert.equal(response.status, 503)
    assert.match(response.headers.get('retry-after') ?? '', /^[0-9]+$/)
    assert.equal((await get(instance.address, await token('first', { iss: 'https://nobody.example' }))).status, 401)
    assert.equal((await get(instance.address, tenant.token)).status, 404, 'our own tokens do not care')
    await instance.stop()
  })

  test('tokens that live too long are refused, and the log warns once', async () => {
    const fresh = await anIdentityProvider()
    await fresh.addKey('k', 'RS256')
    const log = new ServiceLog()
    const issuer = { issuer: fresh.issuer, jwks_uri: fresh.jwksUri, organisations: [tenant.orgId] }
    const instance = await start({ TRUSTED_ISSUERS: JSON.stringify([issuer]) }, log.logger)
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: fresh.issuer, aud: 'selfbill', sub: 'erp', org_id: tenant.orgId, iat }
    for (const exp of [iat + 86_401, iat + 90_000])
      assert.equal((await get(instance.address, await fresh.sign('k', { ...claims, exp }))).status, 401)
    assert.equal((await get(instance.address, await fresh.sign('k', { ...claims, exp: iat + 86_400 }))).status, 404)
    await instance.stop()
    await fresh.close()
    assert.equal(log.text().match(/"message":"its tokens live longer/g)?.length, 1)
  })

  test('an issuer grants at most the configured scopes', async () => {
    const fresh = await anIdentityProvider()
    await fresh.addKey('k', 'RS256')
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: fresh.issuer, aud: 'selfbill', sub: 'erp', org_id: tenant.orgId, iat: now, exp: now + 600 }
    const statusWith = async (more: object, scope: string) => {
      const issuer = { issuer: fresh.issuer, jwks_uri: fresh.jwksUri, organisations: [tenant.orgId], ...more }
      const instance = await start({ TRUSTED_ISSUERS: JSON.stringify([issuer]) })
      const authorization = `Bearer ${await fresh.sign('k', { ...claims, scope })}`
      const response = await fetch(`${instance.address}/sandbox/clock/advance`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{}',
      })
      await instance.stop()
      return response.status
    }
    assert.equal(await statusWith({}, 'admin'), 403)
    assert.equal(await statusWith({ scopes: ['admin'] }, 'documents:read'), 403)
    assert.equal(await statusWith({ scopes: ['admin'] }, 'admin'), 400)
    await fresh.close()
  })
})

describe('the keys of an issuer', () => {
  let provider: IdentityProvider
  let now = 0
  let cache: KeyCache
  beforeEach(async () => {
    now = 1_000_000
    provider = await anIdentityProvider()
    await provider.addKey('first', 'ES256')
    const read = () => remoteKeys(provider.jwksUri)
    cache = new KeyCache({ read, freshMs: 600_000, staleMsMax: 3_600_000, rereadMs: 60_000, now: () => now })
  })
  afterEach(() => provider.close())

  const isKnown = async (kid: string) => (await cache.find(kid, 'ES256')) !== undefined

  test('a thousand tokens with unknown keys cause one fetch a minute', async () => {
    const many = () => Promise.all(Array.from({ length: 1000 }, (_, at) => isKnown(`unknown-${at}`)))
    assert.equal((await many()).some(Boolean), false)
    assert.equal(await isKnown('first'), true)
    assert.equal(provider.counts.fetches, 1)
    await provider.addKey('second', 'ES256')
    now += 59_999
    assert.equal(await isKnown('second'), false)
    assert.equal(provider.counts.fetches, 1)
    now += 1
    assert.deepEqual(await Promise.all([isKnown('second'), isKnown('third')]), [true, false])
    await many()
    assert.equal(provider.counts.fetches, 2)
  })

  test('a key works for its own algorithm only', async () => {
    assert.equal(await cache.find('first', 'RS256'), undefined)
    assert.equal(await cache.find('first', 'EdDSA'), undefined)
    assert.equal(await isKnown('first'), true)
  })

  test('a withdrawn key is dropped with the next fetch', async () => {
    assert.equal(await isKnown('first'), true)
    provider.dropKey('first')
    await provider.addKey('second', 'ES256')
    now += 60_000
    assert.equal(await isKnown('second'), true)
    assert.equal(await isKnown('first'), false)
  })

  test('fetched keys work for an hour while the issuer is silent', async () => {
    assert.equal(await isKnown('first'), true)
    provider.answerWith((response) => response.writeHead(500).end())
    now += 3_600_000
    assert.equal(await isKnown('first'), true)
    await assert.rejects(isKnown('unknown'), { code: 'unavailable', retryAfter: 5 })
    now += 1
    await assert.rejects(isKnown('first'), { code: 'unavailable' })
    assert.equal(provider.counts.fetches, 2, 'it is asked once a minute also now')
  })

  test('until the first success the issuer is asked every second', async () => {
    const answer: Parameters<IdentityProvider['answerWith']>[0] = (response) => response.writeHead(503).end()
    provider.answerWith(answer)
    await assert.rejects(isKnown('first'), { code: 'unavailable' })
    await assert.rejects(isKnown('first'), { code: 'unavailable' })
    assert.equal(provider.counts.fetches, 1)
    now += 1_000
    await assert.rejects(isKnown('first'), { code: 'unavailable' })
    assert.equal(provider.counts.fetches, 2)
  })

  test('answers that are not key sets, too large or redirects are refused', async () => {
    const wrong: readonly Parameters<IdentityProvider['answerWith']>[0][] = [
      (response) => response.writeHead(500).end('{"keys":[]}'),
      (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (response) => response.end('<html>'),
      (response) => response.end('{"keys":{}}'),
      (response) => response.end('null'),
      (response) => response.end(`{"keys":[],"x":"${'x'.repeat(300_000)}"}`),
      (response) => response.destroy(),
    ]
    for (const answer of wrong) {
      provider.answerWith(answer)
      await assert.rejects(remoteKeys(provider.jwksUri), { code: 'unavailable' })
    }
    provider.answerWith((response) =>
      response.end('{"keys":[null,1,{},{"kty":"oct","kid":"first","alg":"HS256","k":"AAAA"}]}'),
    )
    assert.equal(await isKnown('first'), false)
  })

  test('an endless answer is given up', async () => {
    provider.answerWith((response) => void response.write('{"keys":['))
    await assert.rejects(isKnown('first'), { code: 'unavailable' })
  })

  test('unsuitable keys are ignored: secrets, other purposes, other kinds, broken ones', async () => {
    await provider.addKey('private', 'ES256', { d: 'AAAA' })
    await provider.addKey('encrypts', 'ES256', { use: 'enc' })
    await provider.addKey('named-wrongly', 'RS256', { alg: 'ES256' })
    await provider.addKey('broken', 'ES256', { x: 'AAAA' })
    await provider.addKey('unnamed-algorithm', 'ES256', { alg: undefined })
    const known = await Promise.all(
      ['private', 'encrypts', 'named-wrongly', 'broken', 'unnamed-algorithm'].map(isKnown),
    )
    assert.deepEqual(known, [false, false, false, false, true])
  })
})

describe('TRUSTED_ISSUERS', () => {
  const issuer = { issuer: 'https://login.example', jwks_uri: 'https://login.example/keys', organisations: ['Falcon'] }
  const configOf = (variable: string, more = {}) => readConfig({ TRUSTED_ISSUERS: variable, ...more })

  test('is JSON or the path of a JSON file', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'selfbill-issuers-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'issuers.json')
    await writeFile(file, JSON.stringify([issuer]))
    for (const variable of [JSON.stringify([issuer]), file]) {
      assert.deepEqual(configOf(variable).trustedIssuers, [
        {
          issuer: 'https://login.example',
          jwksUri: 'https://login.example/keys',
          audience: undefined,
          organisations: ['Falcon'],
          scopes: ['documents:read', 'documents:write', 'profiles'],
        },
      ])
    }
    assert.deepEqual(readConfig({}).trustedIssuers, [])
    await writeFile(file, Buffer.from(JSON.stringify([{ ...issuer, organisations: ['Caf\u00e9'] }]), 'latin1'))
    assert.throws(() => configOf(file), /issuers\.json: byte \d+, on line 1, is 0xE9, which is not valid utf-8/)
  })

  test('stops the start with one line about the mistake', () => {
    const cases: readonly [string, RegExp][] = [
      ['{}', /TRUSTED_ISSUERS must be a JSON list, or the path/],
      ['[', /must be a JSON list/],
      ['/nowhere/issuers.json', /cannot be read/],
      ['["x"]', /must be a list of objects/],
      [JSON.stringify([{ ...issuer, jwksUri: 'x' }]), /unknown member jwksUri/],
      [JSON.stringify([{ ...issuer, issuer: 'login' }]), /issuer must be a URL/],
      [JSON.stringify([{ ...issuer, issuer: 'https://login.example#x' }]), /without a fragment/],
      [JSON.stringify([{ ...issuer, jwks_uri: 'http://login.example/keys' }]), /must be an https URL/],
      [JSON.stringify([{ ...issuer, jwks_uri: 'file:///etc/passwd' }]), /must be an https URL/],
      [JSON.stringify([{ ...issuer, jwks_uri: 'https://me:secret@login.example/keys' }]), /without a password$/m],
      [JSON.stringify([{ ...issuer, organisations: [] }]), /binds https:\/\/login.example to no organisation/],
      [JSON.stringify([{ ...issuer, organisations: undefined }]), /organisations must be a list/],
      [JSON.stringify([{ ...issuer, scopes: ['everything'] }]), /scopes must be among/],
      [JSON.stringify([{ ...issuer, scopes: ['admin', 'operator'] }]), /scopes must be among/],
      [JSON.stringify([{ ...issuer, scopes: [] }]), /scopes of https:\/\/login.example must not be empty/],
      [JSON.stringify([{ ...issuer, audience: 1 }]), /audience must be text/],
      [JSON.stringify([issuer, issuer]), /names the issuer https:\/\/login.example twice/],
    ]
    for (const [variable, message] of cases) assert.throws(() => configOf(variable), message, variable)
    const own = { TOKEN_ISSUER: issuer.issuer }
    assert.throws(() => configOf(JSON.stringify([issuer]), own), /names the service itself/)
  })

  test('TRUSTED_PROXIES are addresses and ranges', () => {
    const proxies = readConfig({ TRUSTED_PROXIES: ' 10.0.0.0/8, ::1 ,192.0.2.1' }).trustedProxies
    assert.deepEqual(proxies, ['10.0.0.0/8', '::1', '192.0.2.1'])
    for (const wrong of ['proxy.example', '10.0.0.0/33', '::/129', '1.2.3.4/', '1.2.3.4/8/8']) {
      assert.throws(() => readConfig({ TRUSTED_PROXIES: wrong }), /TRUSTED_PROXIES must be addresses or ranges/, wrong)
    }
  })
})
