import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { newSecret } from '../../src/api/identity/client-secret.ts'
import { networkOf } from '../../src/api/rates/network-of.ts'
import { rotateKeys } from '../../src/service/token.ts'
import { replaceClientSecret } from '../../src/store/accounts/client-secrets.ts'
import { revokeClient } from '../../src/store/accounts/clients.ts'
import { revokeOrganisation } from '../../src/store/accounts/organisations.ts'
import { liveKeys } from '../../src/store/accounts/signing-keys.ts'
import { inFullRunOnly } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { aClient } from '../support/service/clients.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { withinAMinute } from '../support/service/within-a-minute.ts'

// Tokens for programs: the exact rules of RFC 6749 §4.4 and §5.2, and docs/contract.md#access where
// they leave a choice.

const unknownId = '01900000-0000-7000-8000-000000000000'

eachService('oauth', (start) => {
  let running: TestService
  let tenant: Tenant
  let client: { id: string; secret: string }
  before(async () => {
    running = await start({ TOKEN_ISSUER: 'https://selfbill.example' })
    tenant = await running.tenant()
    client = await aClient(running.service.parts.store, tenant.orgId)
  })

  const ask = async (form: Form, headers: Form = {}, address = running.address) => {
    const answer = await fetchDeclared(address, '/oauth/token', {
      method: 'POST',
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...Object(headers) },
    })
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('pragma'), 'no-cache')
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    return answer
  }
  type Form = string | Readonly<Record<string, string>>

  const credentials = () => ({ client_id: client.id, client_secret: client.secret })
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  const grant = { grant_type: 'client_credentials' }
  const statusWith = async (token: string, path = `/api/purchase-invoices/${unknownId}`) =>
    (await fetch(running.address + path, { headers: { authorization: `Bearer ${token}` } })).status

  test('a client gets a token for 24 hours, by the form or by Basic, and it opens the API', async () => {
    for (const answer of [
      await ask({ ...grant, ...credentials() }),
      await ask(grant, basic(client.id, client.secret)),
      await ask({ ...grant, client_id: client.id }, basic(client.id, client.secret)),
    ]) {
      assert.equal(answer.status, 200)
      assert.deepEqual(Object.keys(answer.json), ['access_token', 'token_type', 'expires_in', 'scope'])
      assert.equal(answer.json.token_type, 'Bearer')
      assert.equal(answer.json.expires_in, 86_400)
      assert.equal(answer.json.scope, 'documents:read documents:write')
      const claims = decodeJwt(answer.json.access_token)
      assert.deepEqual(Object.keys(claims).toSorted(), ['aud', 'exp', 'iat', 'iss', 'org_id', 'scope', 'sub'])
      assert.equal(claims.sub, client.id)
      assert.equal(claims.org_id, tenant.orgId)
      assert.equal(Number(claims.exp) - Number(claims.iat), 86_400)
      assert.equal(await statusWith(answer.json.access_token), 404)
    }
  })

  test('requested scopes are granted when the client has them, echoed and enforced', async () => {
    const reader = await ask({ ...grant, ...credentials(), scope: 'documents:read' })
    assert.equal(reader.json.scope, 'documents:read')
    const doubled = await ask({ ...grant, ...credentials(), scope: 'documents:read  documents:read' })
    assert.equal(doubled.json.scope, 'documents:read')
    const write = await fetch(`${running.address}/api/purchase-invoices/${tenant.profileId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${reader.json.access_token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(write.status, 403)
    for (const scope of ['admin', 'documents:read admin', 'documents:READ', 'documents:read,documents:write']) {
      const refused = await ask({ ...grant, ...credentials(), scope })
      assert.equal(refused.status, 400, scope)
      assert.equal(refused.json.error, 'invalid_scope')
    }
  })

  test('every error has the body of RFC 6749 §5.2', async () => {
    const { id, secret } = client
    const cases: readonly [string, Form, Form, number, string][] = [
      ['no client', grant, {}, 401, 'invalid_client'],
      ['no secret', { ...grant, client_id: id }, {}, 401, 'invalid_client'],
      ['a wrong secret', { ...grant, client_id: id, client_secret: newSecret().secret }, {}, 401, 'invalid_client'],
      ['a longer secret', { ...grant, client_id: id, client_secret: `${secret}x` }, {}, 401, 'invalid_client'],
      ['the hash', { ...grant, client_id: id, client_secret: 'a'.repeat(64) }, {}, 401, 'invalid_client'],
      ['a NUL in the id', { ...grant, client_id: 'a\0b', client_secret: secret }, {}, 401, 'invalid_client'],
      ['a NUL in Basic', grant, basic('a%00b', secret), 401, 'invalid_client'],
      ['an unknown client', { ...grant, client_id: unknownId, client_secret: secret }, {}, 401, 'invalid_client'],
      [
        'an account without a secret',
        { ...grant, client_id: tenant.account, client_secret: 'x' },
        {},
        401,
        'invalid_client',
      ],
      ['Basic, wrong', grant, basic(id, 'x'), 401, 'invalid_client'],
      ['Basic, broken', grant, { authorization: 'Basic %%%' }, 401, 'invalid_client'],
      ['Basic without a colon', grant, { authorization: 'Basic YWJj' }, 401, 'invalid_client'],
      ['Bearer', grant, { authorization: 'Bearer x' }, 401, 'invalid_client'],
      ['two secrets', { ...grant, client_secret: secret }, basic(id, secret), 400, 'invalid_request'],
      ['two clients', { ...grant, client_id: unknownId }, basic(id, secret), 400, 'invalid_request'],
      ['no grant', credentials(), {}, 400, 'invalid_request'],
      ['an empty grant', { ...credentials(), grant_type: '' }, {}, 400, 'invalid_request'],
      ['another grant', { ...credentials(), grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
      ['a parameter twice', `grant_type=client_credentials&grant_type=x&client_id=${id}`, {}, 400, 'invalid_request'],
      ['JSON', '{}', { 'content-type': 'application/json' }, 400, 'invalid_request'],
      ['too much', `x=${'y'.repeat(17_000)}`, {}, 413, 'invalid_request'],
    ]
    for (const [what, form, headers, status, error] of cases) {
      const answer = await ask(form, headers)
      assert.equal(answer.status, status, what)
      assert.deepEqual(Object.keys(answer.json), ['error', 'error_description'], what)
      assert.equal(answer.json.error, error, what)
      assert.equal(answer.headers.get('www-authenticate'), status === 401 ? 'Basic realm="selfbill"' : null, what)
    }
  })

  test('a new secret works at once, the former one for the requested time', async () => {
    const { store } = running.service.parts
    const { id, secret } = await aClient(store, tenant.orgId)
    const next = newSecret()
    const rotate = (hash: string, overlapMs: number) =>
      replaceClientSecret(store.database, { orgId: tenant.orgId, id, secretHash: hash, overlapMs, now: Date.now() })
    const status = async (with_: string) => (await ask({ ...grant, client_id: id, client_secret: with_ })).status
    await rotate(next.hash, 60_000)
    assert.deepEqual([await status(secret), await status(next.secret)], [200, 200])
    const last = newSecret()
    await rotate(last.hash, 0)
    assert.deepEqual([await status(secret), await status(next.secret), await status(last.secret)], [401, 401, 200])
  })

  test('a revoked client and a client of a revoked organisation get no token', async () => {
    const { store } = running.service.parts
    const other = await running.tenant()
    const [first, second] = [await aClient(store, other.orgId), await aClient(store, other.orgId)]
    await revokeClient(store.database, other.orgId, first.id, Date.now())
    assert.equal((await ask({ ...grant, client_id: first.id, client_secret: first.secret })).status, 401)
    assert.equal((await ask({ ...grant, client_id: second.id, client_secret: second.secret })).status, 200)
    await revokeOrganisation(store.database, other.orgId, Date.now())
    assert.equal((await ask({ ...grant, client_id: second.id, client_secret: second.secret })).status, 401)
  })

  test('five requests a minute for an address with any client, and five for a client from any address', async () => {
    const limited = await start({ 'TUNING.token_rate_limit_per_minute': '5', TRUSTED_PROXIES: '127.0.0.1' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const statuses = async (count: number, form: Form, address: (at: number) => string) => {
      const answers = []
      for (let at = 0; at < count; at += 1) answers.push(await ask(form, from(address(at)), limited.address))
      return answers
    }
    // A one-minute window may end between two of them, and the count starts again.
    await withinAMinute(async () => {
      const fresh = await aClient(running.service.parts.store, tenant.orgId)
      const guesses = await statuses(6, { ...grant, client_id: fresh.id, client_secret: 'x' }, () => '198.51.100.7')
      assert.deepEqual(
        guesses.map(({ status }) => status),
        [401, 401, 401, 401, 401, 429],
      )
      const { headers, json } = Object(guesses[5])
      assert.deepEqual(json, {
        error: 'temporarily_unavailable',
        error_description:
          'At most 5 tokens a minute for a client and for an address; use a token again until it expires',
      })
      assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
      const named = { ...grant, client_id: fresh.id, client_secret: fresh.secret }
      const own = await statuses(6, named, (at) => `203.0.113.${at}`)
      assert.deepEqual(
        own.map(({ status }) => status),
        [200, 200, 200, 200, 200, 429],
        'guesses of others cost it nothing',
      )
      const network = await statuses(6, grant, (at) => `2001:db8:1:2::${at}`)
      assert.deepEqual(
        network.map(({ status }) => status),
        [401, 401, 401, 401, 401, 429],
        'one subscriber',
      )
    })
    await limited.stop()
  })

  test('without trusted proxies forwarded addresses are ignored', async () => {
    const limited = await start({ 'TUNING.token_rate_limit_per_minute': '1' })
    await withinAMinute(async () => {
      await ask(grant, { 'x-forwarded-for': '198.51.100.8' }, limited.address)
      assert.equal((await ask(grant, { 'x-forwarded-for': '198.51.100.9' }, limited.address)).status, 429)
    })
    await limited.stop()
  })

  test('the published keys verify a token and hold no private part', async () => {
    const response = await fetch(`${running.address}/.well-known/jwks.json`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
    const set = Object(await response.json())
    assert.equal(set.keys.length, 1)
    assert.deepEqual(Object.keys(set.keys[0]).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const { json } = await ask({ ...grant, ...credentials() })
    await jwtVerify(json.access_token, createLocalJWKSet(set), { issuer: 'https://selfbill.example' })
  })

  test('a client library discovers the endpoints (RFC 8414) when the issuer is a URL', async () => {
    const path = '/.well-known/oauth-authorization-server'
    const { json, headers } = await tenant.get(path)
    assert.equal((await tenant.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status, 304)
    assert.equal(json.issuer, 'https://selfbill.example')
    assert.equal(json.token_endpoint, 'https://selfbill.example/oauth/token')
    assert.equal(json.jwks_uri, 'https://selfbill.example/.well-known/jwks.json')
    const plain = await start()
    assert.equal((await fetchDeclared(plain.address, path)).status, 404)
    await plain.stop()
  })
})

eachService('signing keys', (start) => {
  test('a rotation publishes both keys and signs with the new one later, or immediately on request', {
    skip: inFullRunOnly,
  }, async () => {
    const running = await start()
    const { store } = running.service.parts
    const tenant = await running.tenant()
    const client = await aClient(store, tenant.orgId)
    const path = `/api/purchase-invoices/${unknownId}`
    const published = async () => Object(await (await fetch(`${running.address}/.well-known/jwks.json`)).json()).keys
    const token = async () => {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.id,
        client_secret: client.secret,
      })
      const answer = Object(await (await fetch(`${running.address}/oauth/token`, { method: 'POST', body })).json())
      const kid = JSON.parse(Buffer.from(String(answer.access_token).split('.')[0] ?? '', 'base64url').toString()).kid
      return { kid, authorization: `Bearer ${answer.access_token}` }
    }
    const [old] = await published()
    const before_ = await token()
    assert.equal(before_.kid, old.kid)
    const rotation = await rotateKeys(store, running.config, false)
    assert.ok(rotation)
    assert.deepEqual(
      (await published()).map(({ kid }: { kid: string }) => kid),
      [rotation.kid, old.kid],
    )
    assert.equal((await token()).kid, old.kid, 'published before it signs')
    assert.ok(rotation.signsFrom >= Date.now() + 590_000)
    assert.ok(rotation.othersEndAt >= rotation.signsFrom + 86_400_000, 'its last token lives a day')
    assert.equal(await rotateKeys(store, running.config, false), undefined, 'one rotation at a time')
    assert.equal((await tenant.get(path, { authorization: before_.authorization })).status, 404)
    const emergency = await rotateKeys(store, running.config, true)
    assert.deepEqual(
      (await published()).map(({ kid }: { kid: string }) => kid),
      [emergency?.kid],
    )
    const ofEvidence = await fetch(`${running.address}/.well-known/evidence-keys.json`)
    assert.deepEqual([ofEvidence.status, ofEvidence.headers.get('cache-control')], [200, 'public, max-age=300'])
    const everyKey = Object(await ofEvidence.json()).keys
    assert.deepEqual(
      everyKey.map(({ kid }: { kid: string }) => kid),
      [emergency?.kid, rotation.kid, old.kid],
      'evidence outlives its key',
    )
    for (const key of everyKey) assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const after_ = await token()
    assert.equal(after_.kid, emergency?.kid)
    await eventually(async () => (await tenant.get(path, { authorization: after_.authorization })).status === 404)
    // Another instance that has not seen the old token yet refuses it without delay.
    const second = await start()
    assert.equal((await fetch(second.address + path, { headers: before_ })).status, 401)
    assert.equal((await fetch(second.address + path, { headers: after_ })).status, 404)
  })

  test('private keys are stored encrypted, and the start fails without the right SECRET_KEY', {
    skip: inFullRunOnly,
  }, async () => {
    const secretKey = 'ab'.repeat(32)
    const running = await start()
    const { store } = running.service.parts
    await rotateKeys(store, { ...running.config, secretKey }, true)
    const [key] = await liveKeys(store.database, Date.now())
    assert.match(key?.privateJwk ?? '', /^aes-256-gcm\./)
    await assert.rejects(start(), { name: 'SecretKeyWrong' })
    await assert.rejects(start({ SECRET_KEY: 'cd'.repeat(32) }), { name: 'SecretKeyWrong' })
    const right = await start({ SECRET_KEY: secretKey })
    const tenant = await right.tenant()
    assert.equal((await tenant.get(`/api/purchase-invoices/${unknownId}`)).status, 404)
  })
})

test('callers are counted by IPv4 address or IPv6 /64', () => {
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(networkOf('2001:db8:1:2::1'), '2001:db8:1:2::/64')
  assert.equal(networkOf('unknown'), 'unknown')
})
