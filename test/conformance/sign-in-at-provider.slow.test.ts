import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { v7 } from 'uuid'
import type { SignInByProvider } from '../../src/people/people.ts'
import { findOrganisation, revokeOrganisation } from '../../src/store/accounts/organisations.ts'
import { anOpenIdProvider, type OpenIdProvider } from '../support/network/openid-provider.ts'
import { aPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// Sign-in by OpenID Connect, at a real provider on this machine (docs/decisions/0068).

eachService('sign-in at a provider', (start) => {
  let provider: OpenIdProvider
  /** Gives neither organisations nor roles. */
  let plain: TestService
  /** Names the organisation and the role. */
  let provisioning: TestService
  before(async () => {
    provider = await anOpenIdProvider()
    const environment = {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
      OIDC_NAME: 'Office',
    }
    plain = await start(environment)
    provisioning = await start({
      ...environment,
      OIDC_ORG_CLAIM: 'organisation',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLES: 'bookkeepers=clerk, chiefs = admin',
    })
  })
  after(() => provider.close())

  const oidcOf = (running: TestService): SignInByProvider => {
    const { oidc } = running.service.parts.people
    assert.ok(oidc)
    return oidc
  }
  const signIn = async (running: TestService, returnTo = '/console/documents') => {
    const { url, kept } = await oidcOf(running).begin(provider.redirectUri, returnTo)
    return oidcOf(running).finish(await provider.browse(url), kept, 'Test browser')
  }
  const auditOf = async (running: TestService, userId: string, orgId: string) => {
    const admin = await aPerson(running, orgId, { role: 'admin' })
    const { json } = await admin.get(`/api/audit?actor=${userId}`)
    const entries: readonly Readonly<Record<string, string>>[] = json.entries
    return entries.map(({ action }) => action)
  }

  test('a verified e-mail address finds the account once, and then the identity does', async () => {
    const { orgId } = await plain.tenant()
    const email = `${v7()}@example.com`
    const { userId } = await aPerson(plain, orgId, { role: 'clerk', email })
    const subject = v7()
    provider.signsIn(subject, { email: email.toUpperCase(), email_verified: true })
    const first = await signIn(plain)
    assert.equal(oidcOf(plain).name, 'Office')
    assert.equal(first.returnTo, '/console/documents')
    assert.equal(first.signedIn.person.userId, userId)
    assert.deepEqual(await plain.service.parts.people.signedIn(first.secret), first.signedIn)
    provider.signsIn(subject, { email: 'moved@example.com', email_verified: true })
    const second = await signIn(plain)
    assert.equal(second.signedIn.person.userId, userId)
    assert.notEqual(second.secret, first.secret)
    assert.deepEqual(await auditOf(plain, userId, orgId), ['signIn', 'signIn', 'linkIdentity', 'signIn'])
  })

  test('an address that is not verified, unknown or in two organisations signs nobody in', async () => {
    const [one, two] = [await plain.tenant(), await plain.tenant()]
    const email = `${v7()}@example.com`
    await aPerson(plain, one.orgId, { email })
    const refused = async (claims: Parameters<OpenIdProvider['signsIn']>[1]) => {
      provider.signsIn(v7(), claims)
      await assert.rejects(signIn(plain), { name: 'SignInRefused', reason: 'no_account' })
    }
    await refused({ email })
    await refused({ email, email_verified: false })
    await refused({ email: `${v7()}@example.com`, email_verified: true })
    const shared = `${v7()}@example.com`
    await aPerson(plain, one.orgId, { email: shared })
    await aPerson(plain, two.orgId, { email: shared })
    await refused({ email: shared, email_verified: true })
  })

  test('claims that name an organisation and a role make an account, and change its role', async () => {
    const { orgId } = await provisioning.tenant()
    await aPerson(provisioning, orgId, { role: 'admin' })
    const { name } = (await findOrganisation(provisioning.service.parts.store.database, orgId)) ?? assert.fail()
    const subject = v7()
    const claims = { name: 'Noura', organisation: name }
    provider.signsIn(subject, { ...claims, groups: ['strangers', 'bookkeepers'] })
    const { person } = (await signIn(provisioning)).signedIn
    assert.deepEqual(
      { ...person, userId: '' },
      {
        userId: '',
        orgId,
        name: 'Noura',
        email: undefined,
        role: 'clerk',
        language: undefined,
      },
    )
    provider.signsIn(subject, { ...claims, groups: ['bookkeepers', 'chiefs'] })
    assert.deepEqual((await signIn(provisioning)).signedIn.person, { ...person, role: 'admin' })
    provider.signsIn(subject, { ...claims, groups: ['strangers'] })
    await assert.rejects(signIn(provisioning), { reason: 'no_account' })
    const actions = await auditOf(provisioning, person.userId, orgId)
    assert.deepEqual(actions, ['signIn', 'changeUser', 'signIn', 'createUser'])
    for (const wrong of [
      { organisation: 'Nobody knows it', groups: ['chiefs'] },
      { organisation: orgId, groups: ['operator'] },
      { groups: ['chiefs'] },
    ]) {
      provider.signsIn(v7(), { ...wrong })
      await assert.rejects(signIn(provisioning), { reason: 'no_account' })
    }
  })

  test('a revoked organisation and a removed person stay out', async () => {
    const { orgId } = await provisioning.tenant()
    await aPerson(provisioning, orgId, { role: 'admin' })
    provider.signsIn(v7(), { organisation: orgId, groups: 'chiefs' })
    await signIn(provisioning)
    await revokeOrganisation(provisioning.service.parts.store.database, orgId, Date.now())
    await assert.rejects(signIn(provisioning), { reason: 'no_account' })
  })

  test('an answer for another sign-in, twice, too late or refused does not sign in', async () => {
    const { orgId } = await provisioning.tenant()
    provider.signsIn(v7(), { organisation: orgId, groups: ['chiefs'] })
    const oidc = oidcOf(provisioning)
    const begin = () => oidc.begin(provider.redirectUri, '/console')
    const [own, other] = [await begin(), await begin()]
    const back = await provider.browse(own.url)
    const refused = { name: 'SignInRefused', reason: 'provider_refused' }
    await assert.rejects(oidc.finish(back, other.kept), refused, 'the state is of another browser')
    const swapped = new URL(back)
    swapped.searchParams.set('state', JSON.parse(Buffer.from(other.kept, 'base64url').toString()).state)
    await assert.rejects(oidc.finish(swapped, other.kept), refused, 'the code belongs to another verifier')
    const fresh = await begin()
    const answer = await provider.browse(fresh.url)
    assert.ok(await oidc.finish(answer, fresh.kept))
    await assert.rejects(oidc.finish(answer, fresh.kept), refused, 'a code works once')
    for (const kept of ['', 'nonsense', 'e30', Buffer.from('null').toString('base64url'), 'x'.repeat(5000)])
      await assert.rejects(oidc.finish(answer, kept), { reason: 'expired' })
    const late = JSON.parse(Buffer.from(fresh.kept, 'base64url').toString())
    const expired = Buffer.from(JSON.stringify({ ...late, until: 1 })).toString('base64url')
    await assert.rejects(oidc.finish(answer, expired), { reason: 'expired' })
    provider.denies()
    const denied = await begin()
    await assert.rejects(oidc.finish(await provider.browse(denied.url), denied.kept), refused)
  })

  test('it leads back to this service only', async () => {
    const { orgId } = await provisioning.tenant()
    provider.signsIn(v7(), { organisation: orgId, groups: ['chiefs'] })
    for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', 'console', '/a\r\nb'])
      assert.equal((await signIn(provisioning, elsewhere)).returnTo, '/console', elsewhere)
    assert.equal((await signIn(provisioning, '/console/a?b=c')).returnTo, '/console/a?b=c')
  })

  test('a provider that does not answer is named as such', async () => {
    const gone = await anOpenIdProvider()
    await gone.close()
    const running = await start({
      OIDC_ISSUER: gone.issuer,
      OIDC_CLIENT_ID: gone.client.id,
      OIDC_CLIENT_SECRET: gone.client.secret,
    })
    assert.equal(oidcOf(running).name, '127.0.0.1')
    await assert.rejects(oidcOf(running).begin(provider.redirectUri, '/console'), { reason: 'provider_away' })
    await assert.rejects(oidcOf(running).begin(provider.redirectUri, '/console'), { reason: 'provider_away' })
  })
})
