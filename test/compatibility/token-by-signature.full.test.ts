import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, test } from 'node:test'
import { decodeJwt } from 'jose'
import { findClient } from '../../src/store/accounts/clients.ts'
import { sql } from '../support/databases/any-row.ts'
import { unauthenticated } from '../support/requests/request-errors.ts'
import { aClient } from '../support/service/clients.ts'
import { type Fetched, fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService, type StartService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { withinAMinute } from '../support/service/within-a-minute.ts'

// GET /auth/token returns a token for a signature over the client's id (docs/decisions/0053).

const secretKey = { SECRET_KEY: '5e'.repeat(32) }
const unknownId = '01900000-0000-7000-8000-000000000000'

eachService('a token by signature', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start(secretKey)
    tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
    await setMode('x-neighbour')
  })

  async function setMode(compatibility: string, of = tenant): Promise<Fetched> {
    return of.send('PATCH', '/api/organisation', { compatibility })
  }

  async function made(of = tenant, scope = 'documents:read'): Promise<Signer> {
    const { json } = await of.post('/api/clients', { name: 'ERP', scope })
    return { id: json.client_id, secret: json.client_secret }
  }

  const ask = (signer: Signer, headers: Record<string, string> = signed(signer), address = running.address) =>
    fetchDeclared(address, `/auth/token?client_id=${encodeURIComponent(signer.id)}`, { headers })

  test('a client that signs its id gets a token of its scopes for 24 hours', async () => {
    const signer = await made()
    const answer = await ask(signer)
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.json), ['expires_in', 'token'])
    assert.equal(answer.json.expires_in, 86_400)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const claims = decodeJwt(answer.json.token)
    assert.deepEqual([claims.sub, claims.org_id, claims.scope], [signer.id, tenant.orgId, 'documents:read'])
    assert.equal((claims.exp ?? 0) - (claims.iat ?? 0), 86_400)
    const read = await fetch(`${running.address}/api/purchase-invoices`, {
      headers: { authorization: `Bearer ${answer.json.token}`, 'x-neighbour-version': '20260507' },
    })
    assert.deepEqual([read.status, read.headers.get('x-api-version')], [200, '20260507'])
    const oauth = await fetch(`${running.address}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${signer.id}:${signer.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    assert.equal(oauth.status, 200, 'the other way stays open')
  })

  test('every wrong client or signature gets the same answer', async () => {
    const signer = await made()
    const strict = await running.tenant({ scope: 'documents:read admin' })
    const ofStrict = await made(strict)
    const revoked = await made()
    await tenant.send('DELETE', `/api/clients/${revoked.id}`)
    const { store } = running.service.parts
    const withoutCopy = await aClient(store, tenant.orgId)
    const [right = ''] = Object.values(signed(signer))
    const wrong: readonly [Signer, Record<string, string>][] = [
      [{ ...signer, id: unknownId }, signed({ ...signer, id: unknownId })],
      [ofStrict, signed(ofStrict)],
      [revoked, signed(revoked)],
      [withoutCopy, signed(withoutCopy)],
      [signer, {}],
      [signer, { 'x-neighbour-signature': '' }],
      [signer, { 'x-neighbour-signature': right.slice(1) }],
      [signer, { 'x-neighbour-signature': `${right.slice(0, -2)}${right.endsWith('A=') ? 'E' : 'A'}=` }],
      [signer, { 'x-neighbour-signature': right.replace(/=$/, '') }],
      [signer, { 'x-other-signature': right }],
      [signer, signed({ ...signer, secret: 'another' })],
      [signer, signed({ ...signer, secret: '' })],
      [signer, { 'x-neighbour-signature': createHmac('sha256', signer.secret).update(signer.id).digest('hex') }],
      [{ ...signer, id: signer.id.toUpperCase() }, signed(signer)],
    ]
    for (const [who, headers] of wrong) {
      const { status, text, headers: answered } = await ask(who, headers)
      assert.equal(status, 401, JSON.stringify(headers))
      assert.deepEqual(JSON.parse(text), unauthenticated)
      assert.equal(answered.get('www-authenticate'), 'Bearer')
    }
    assert.equal((await ask(signer)).status, 200)
    const missing = await fetchDeclared(running.address, '/auth/token', { headers: signed(signer) })
    assert.deepEqual([missing.status, missing.json.errors], [400, { client_id: 'Client ID is mandatory' }])
  })

  test('an older client keeps working and signs after a rotation; its former secret signs during the overlap', async () => {
    const late = await running.tenant({ scope: 'documents:read admin' })
    const { store, database } = { ...running.service.parts, ...running.service.parts.store }
    const before_ = await made(late)
    await setMode('x-neighbour', late)
    assert.equal((await ask(before_)).status, 401)
    const clients = await late.get('/api/clients?limit=100')
    assert.ok(clients.json.items.every((client: object) => !('token_by_signature' in client)))
    const rotate = async (overlap: number) =>
      (await late.post(`/api/clients/${before_.id}/rotate`, { overlap_seconds: overlap })).json
    const first = await rotate(3600)
    assert.equal(first.token_by_signature, true)
    const signer = { id: before_.id, secret: String(first.client_secret) }
    assert.equal((await ask(signer)).status, 200)
    assert.equal((await ask(before_)).status, 401, 'of the secret from before there is a digest alone')
    const second = { id: signer.id, secret: String((await rotate(3600)).client_secret) }
    for (const one of [second, signer]) assert.equal((await ask(one)).status, 200)
    const third = { id: signer.id, secret: String((await rotate(0)).client_secret) }
    assert.deepEqual([(await ask(third)).status, (await ask(second)).status], [200, 401])
    assert.equal((await findClient(store.database, late.orgId, signer.id))?.revokedAt, undefined)
    const rows = await database.query(sql('select * from clients where org_id = $1', late.orgId))
    for (const { secret } of [before_, signer, second, third])
      assert.equal(JSON.stringify(rows).includes(secret), false, 'no secret stands in the database as it is')
  })

  test('a change of the prefix keeps the secrets and drops the old header', async () => {
    const moving = await running.tenant({ scope: 'documents:read admin' })
    await setMode('X-First', moving)
    const signer = await made(moving)
    assert.equal((await ask(signer, signed(signer, 'x-first'))).status, 200)
    assert.equal((await setMode('x-second', moving)).json.compatibility, 'x-second')
    assert.equal((await ask(signer, signed(signer, 'x-first'))).status, 401)
    assert.equal((await ask(signer, signed(signer, 'x-second'))).status, 200)
    await setMode('off', moving)
    await setMode('x-second', moving)
    assert.equal((await ask(signer, signed(signer, 'x-second'))).status, 401, 'off has dropped the copy')
    for (const wrong of ['acme', 'x-', 'x-a b', 'x-a:', `x-${'a'.repeat(40)}`, 'x-a--b', 'on']) {
      const refused = await setMode(wrong, moving)
      assert.deepEqual(refused.json.errors, {
        compatibility: 'Compatibility must be the prefix of a header, such as x-acme, or off',
      })
    }
  })

  test('our version header wins; an unknown version is refused in either header', async () => {
    const versions = async (headers: Record<string, string>) => {
      const { status, headers: answered } = await tenant.get('/api/organisation', headers)
      return [status, answered.get('x-api-version')]
    }
    assert.deepEqual(await versions({ 'x-neighbour-version': '20260507' }), [200, '20260507'])
    assert.deepEqual(await versions({ 'x-neighbour-version': '20260507', 'x-api-version': '20260101' }), [
      200,
      '20260101',
    ])
    assert.deepEqual(await versions({ 'x-neighbour-version': '20250101' }), [400, null])
    const strict = await running.tenant({ scope: 'documents:read admin' })
    const { headers } = await strict.get('/api/organisation', { 'x-neighbour-version': '20260507' })
    assert.equal(headers.get('x-api-version'), '20260101', 'strict mode does not look at it')
  })

  test('a profile gets the TIN from its TRN', async () => {
    const keeper = await running.tenant({ scope: 'documents:read profiles admin' })
    await setMode('x-neighbour', keeper)
    await derivesTheTin(keeper)
  })

  test('five requests a minute for an address and a client, shared with POST /oauth/token', async () => {
    await limitsRequests(start)
  })
})

eachService('compatibility mode without a SECRET_KEY', (start) => {
  test('on PostgreSQL the mode cannot be switched on; the embedded database has a key of its own', async () => {
    const { address, tenant, config } = await start()
    const own = await tenant({ scope: 'documents:read admin' })
    const changed = await own.send('PATCH', '/api/organisation', { compatibility: 'x-neighbour' })
    if (config.database.kind === 'postgres') {
      assert.deepEqual([changed.status, Object.keys(changed.json.errors)], [400, ['compatibility']])
      assert.match(changed.json.errors.compatibility, /the operator of the service must set SECRET_KEY first$/)
      assert.equal((await own.get('/api/organisation')).json.compatibility, undefined)
      return
    }
    assert.equal(changed.status, 200, 'beside the embedded database there is a key in a file')
    const { json } = await own.post('/api/clients', { name: 'ERP', scope: 'documents:read' })
    const signer = { id: json.client_id, secret: json.client_secret }
    const answer = await fetch(`${address}/auth/token?client_id=${signer.id}`, { headers: signed(signer) })
    assert.equal(answer.status, 200)
  })
})

interface Signer {
  readonly id: string
  readonly secret: string
}

function signed({ id, secret }: Signer, prefix = 'x-neighbour'): Record<string, string> {
  return { [`${prefix}-signature`]: createHmac('sha256', secret).update(id).digest('base64') }
}

async function derivesTheTin(keeper: Tenant): Promise<void> {
  const profile = { ...profileOf('100876543200003'), profile_id: 'NBP-1', status: 'COMPLETED' }
  const added = await keeper.post('/api/business-profiles', profile)
  assert.equal(added.status, 201, added.text)
  assert.deepEqual([added.json.tin, added.json.status], ['1008765432', 'COMPLETED'])
  const { org_id, created_at, updated_at, id, ...party } = added.json
  const replaced = await keeper.send('PUT', '/api/business-profiles/NBP-1', { ...party, tin: null, name: 'Renamed' })
  assert.equal(replaced.status, 200, replaced.text)
  assert.deepEqual([replaced.json.id, replaced.json.tin, replaced.json.name], [id, '1008765432', 'Renamed'])
  const listed: readonly { id: string; status: string }[] = (await keeper.get('/api/business-profiles')).json.items
  assert.equal(new Set(listed.map((one) => one.id)).size, 2)
  assert.ok(listed.every(({ status }) => status === 'COMPLETED'))
  const own = await keeper.post('/api/business-profiles', { ...profileOf('100876543200003'), tin: '1008765439' })
  assert.equal(own.json.tin, '1008765439', 'one that was sent stays')
  const abroad = await keeper.post('/api/business-profiles', {
    ...profileOf('100876543200003'),
    postal_address: { ...address, country_code: 'OM', country: 'Oman' },
  })
  assert.deepEqual(Object.keys(abroad.json.errors), ['party_tax_scheme'], 'a foreign TRN contains no TIN')
}

const address = { street_name: 'S', city_name: 'C', country_subentity: 'AUH', country: 'UAE', country_code: 'AE' }

function profileOf(trn: string) {
  return {
    name: 'Harbour',
    party_name: 'Harbour LLC',
    postal_address: address,
    party_tax_scheme: { company_id: trn, tax_scheme: 'VAT' },
    endpoint_id: '1008765432',
    endpoint_scheme_id: '0235',
    email: 'a@harbour.example',
  }
}

/** A trusted proxy names the caller's address. */
async function limitsRequests(start: StartService): Promise<void> {
  const limited = await start({ ...secretKey, 'TUNING.token_rate_limit_per_minute': '5', TRUSTED_PROXIES: '127.0.0.1' })
  const tenant = await limited.tenant({ scope: 'documents:read admin' })
  await tenant.send('PATCH', '/api/organisation', { compatibility: 'x-neighbour' })
  const { json } = await tenant.post('/api/clients', { name: 'ERP', scope: 'documents:read' })
  const signer = { id: json.client_id, secret: json.client_secret }
  const ask = (from: string, headers = signed(signer)) =>
    fetchDeclared(limited.address, `/auth/token?client_id=${signer.id}`, {
      headers: { ...headers, 'x-forwarded-for': from },
    })
  const askByOauth = (from: string) =>
    fetchDeclared(limited.address, '/oauth/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${signer.id}:${signer.secret}`)}`, 'x-forwarded-for': from },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
  await withinAMinute(async () => {
    const statuses: number[] = []
    for (let at = 0; at < 6; at += 1) statuses.push((await ask('192.0.2.1', {})).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429], 'an address, whatever it sends')
  })
  await withinAMinute(async () => {
    const statuses: number[] = []
    for (let at = 1; at <= 3; at += 1) statuses.push((await ask(`198.51.100.${at}`)).status)
    for (let at = 4; at <= 5; at += 1) statuses.push((await askByOauth(`198.51.100.${at}`)).status)
    const last = await ask('198.51.100.6')
    assert.deepEqual([...statuses, last.status], [200, 200, 200, 200, 200, 429], 'a client, from wherever')
    assert.deepEqual(last.json.errors, { message: 'API rate limit exceeded' })
    assert.ok(Number(last.headers.get('retry-after')) >= 1)
  })
}
