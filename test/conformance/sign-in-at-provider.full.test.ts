import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { v7 } from 'uuid'
import type { SignInByProvider } from '../../src/people/people.ts'
import { findOrganisation, revokeOrganisation } from '../../src/store/accounts/organisations.ts'
import { findUser, linkIdentity, listUsers } from '../../src/store/people/users.ts'
import { sql } from '../support/databases/any-row.ts'
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
      'OIDC.issuer': provider.issuer,
      'OIDC.client_id': provider.client.id,
      'OIDC.client_secret': provider.client.secret,
      'OIDC.name': 'Office',
    }
    plain = await start(environment)
    provisioning = await start({
      ...environment,
      'OIDC.org_claim': 'organisation',
      'OIDC.role_claim': 'groups',
      'OIDC.roles': 'bookkeepers=clerk, chiefs = admin',
    })
  })
  after(() => provider.close())

  const oidcOf = (running: TestService): SignInByProvider => {
    const { oidc } = running.service.parts.people
    assert.ok(oidc)
    return oidc
  }
  const comeBack = async (running: TestService, returnTo = '/console/documents') => {
    const { url, kept } = await oidcOf(running).begin(provider.redirectUri, returnTo)
    return oidcOf(running).finish(await provider.browse(url), kept, 'Test browser')
  }
  const signIn = async (running: TestService, returnTo?: string) => {
    const finished = await comeBack(running, returnTo)
    assert.ok(finished.kind === 'signed_in', 'somebody is signed in')
    return finished
  }
  /** What the browser may choose from, and the choice. */
  const choices = async (running: TestService) => {
    const finished = await comeBack(running)
    assert.ok(finished.kind === 'invited', 'nobody is signed in')
    const { secret } = finished
    const invited = await oidcOf(running).invited(secret)
    assert.ok(invited)
    return {
      secret,
      orgIds: invited.invitations.map(({ orgId }) => orgId),
      accept: (userId: string) => oidcOf(running).accept(secret, userId, 'Test browser'),
    }
  }
  const database = (running: TestService) => running.service.parts.store.database
  const noAccount = { name: 'SignInRefused', reason: 'no_account' }
  const auditOf = async (running: TestService, userId: string, orgId: string) => {
    const admin = await aPerson(running, orgId, { role: 'admin' })
    const { json } = await admin.get(`/api/audit?actor=${userId}`)
    const entries: readonly Readonly<Record<string, string>>[] = json.items
    return entries.map(({ action }) => action)
  }

  test('an invitation that its person accepts binds the identity, which then finds the account', async () => {
    const { orgId } = await plain.tenant()
    const email = `${v7()}@example.com`
    const { userId } = await aPerson(plain, orgId, { role: 'clerk', email })
    const subject = v7()
    provider.signsIn(subject, { email: email.toUpperCase(), email_verified: true })
    const { orgIds, accept } = await choices(plain)
    assert.deepEqual(orgIds, [orgId])
    assert.equal((await findUser(database(plain), orgId, userId))?.oidc, undefined, 'nothing is bound by looking')
    const first = await accept(userId)
    assert.equal(oidcOf(plain).name, 'Office')
    assert.equal(first.signedIn.person.userId, userId)
    assert.deepEqual(await plain.service.parts.people.signedIn(first.secret), first.signedIn)
    await assert.rejects(accept(userId), { reason: 'expired' }, 'for one use')
    const bound = await findUser(database(plain), orgId, userId)
    assert.deepEqual([bound?.oidc?.subject, bound?.confirmedEmail], [subject, email])
    provider.signsIn(subject, { email: 'moved@example.com', email_verified: true })
    const second = await signIn(plain)
    assert.equal(second.returnTo, '/console/documents')
    assert.equal(second.signedIn.person.userId, userId)
    assert.notEqual(second.secret, first.secret)
    assert.deepEqual(await auditOf(plain, userId, orgId), ['signIn', 'signIn', 'linkIdentity', 'signIn'])
  })

  test('an address that is not verified, not an address, or not invited has no account', async () => {
    const { orgId } = await plain.tenant()
    const email = `k${v7()}@example.com`
    await aPerson(plain, orgId, { email })
    for (const claims of [
      { email },
      { email, email_verified: false },
      { email, email_verified: 'true' },
      // Its small letter would be a k.
      { email: email.replace('k', '\u212a'), email_verified: true },
      { email: `<${email}>`, email_verified: true },
      { email: `${email}\0`, email_verified: true },
      { email: `${v7()}@example.com`, email_verified: true },
    ]) {
      provider.signsIn(v7(), claims)
      await assert.rejects(comeBack(plain), noAccount, JSON.stringify(claims))
    }
  })

  test('no administrator captures or blocks the people of another organisation', async () => {
    const [alpha, beta] = [await plain.tenant(), await plain.tenant()]
    const admin = await aPerson(plain, alpha.orgId, { role: 'admin' })
    const email = `${v7()}@example.com`
    const captured = await admin.send('POST', '/api/users', { name: 'Captured', role: 'viewer', email })
    assert.equal(captured.status, 201, captured.text)
    const wanted = await aPerson(plain, beta.orgId, { role: 'clerk', email })
    const subject = v7()
    provider.signsIn(subject, { email, email_verified: true })
    const { orgIds, accept } = await choices(plain)
    assert.deepEqual(orgIds.toSorted(), [alpha.orgId, beta.orgId].toSorted())
    assert.equal((await accept(wanted.userId)).signedIn.person.orgId, beta.orgId)
    assert.equal((await signIn(plain)).signedIn.person.orgId, beta.orgId)
    const shown = await admin.get(`/api/users/${captured.json.user_id}`)
    assert.ok(!('signs_in_at_provider' in shown.json) && !('email_confirmed' in shown.json))
    // A user who is not among the invitations cannot be chosen.
    const other = await aPerson(plain, alpha.orgId, { email: `${v7()}@example.com` })
    const third = await aPerson(plain, beta.orgId, { email: `${v7()}@example.com` })
    const { email: thirdEmail } = (await findUser(database(plain), beta.orgId, third.userId)) ?? assert.fail()
    provider.signsIn(v7(), { email: thirdEmail ?? '', email_verified: true })
    await assert.rejects((await choices(plain)).accept(other.userId), noAccount)
    await assert.rejects(oidcOf(plain).accept('unknown', other.userId), { reason: 'expired' })
    assert.equal(await oidcOf(plain).invited('unknown'), undefined)
  })

  test('an invitation expires, is given again, and is withdrawn', async () => {
    const { orgId } = await plain.tenant()
    const admin = await aPerson(plain, orgId, { role: 'admin' })
    const email = `${v7()}@example.com`
    const added = await admin.send('POST', '/api/users', { name: 'Invited', role: 'viewer', email })
    const { user_id: userId, created_at, invitation_expires_at } = added.json
    assert.equal(Date.parse(invitation_expires_at), Date.parse(created_at) + 14 * 86_400_000)
    const past = (days: number) =>
      database(plain).query(
        sql('update users set created_at = $2 where id = $1', userId, Date.now() - days * 86_400_000),
      )
    provider.signsIn(v7(), { email, email_verified: true })
    await past(13)
    await choices(plain)
    await past(15)
    await assert.rejects(comeBack(plain), noAccount)
    const again = await admin.send('PATCH', `/api/users/${userId}`, { email })
    assert.ok(Date.parse(again.json.invitation_expires_at) > Date.now() + 13 * 86_400_000)
    const { accept } = await choices(plain)
    await admin.send('PATCH', `/api/users/${userId}`, { email: `${v7()}@example.com` })
    await assert.rejects(accept(userId), noAccount, 'it was withdrawn while the person looked at it')
    await admin.send('PATCH', `/api/users/${userId}`, { email })
    const removed = await choices(plain)
    await admin.send('DELETE', `/api/users/${userId}`)
    await assert.rejects(removed.accept(userId), noAccount)
    await assert.rejects(comeBack(plain), noAccount)
  })

  test('two windows that accept at once bind one account', async () => {
    const [one, two] = [await plain.tenant(), await plain.tenant()]
    const email = `${v7()}@example.com`
    const people = [await aPerson(plain, one.orgId, { email }), await aPerson(plain, two.orgId, { email })]
    provider.signsIn(v7(), { email, email_verified: true })
    const windows = [await choices(plain), await choices(plain)]
    const results = await Promise.allSettled(windows.map(({ accept }, at) => accept(people[at]?.userId ?? '')))
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const users = await Promise.all(people.map(({ orgId, userId }) => findUser(database(plain), orgId, userId)))
    assert.equal(users.filter((user) => user?.oidc !== undefined).length, 1)
  })

  test('the identity of another provider is replaced by invitation only', async () => {
    const { orgId } = await plain.tenant()
    const email = `${v7()}@example.com`
    const { userId } = await aPerson(plain, orgId, { email })
    const subject = v7()
    const former = { issuer: 'https://former.example', subject }
    await linkIdentity(database(plain), { orgId, id: userId }, former, email)
    provider.signsIn(subject, { email: `${v7()}@example.com`, email_verified: true })
    await assert.rejects(comeBack(plain), noAccount, 'the same subject of another issuer is somebody else')
    provider.signsIn(subject, { email, email_verified: true })
    assert.equal((await (await choices(plain)).accept(userId)).signedIn.person.userId, userId)
    assert.equal((await signIn(plain)).signedIn.person.userId, userId)
  })

  test('a role belongs to the organisation that the provider names', async () => {
    const [alpha, beta] = [await provisioning.tenant(), await provisioning.tenant()]
    await aPerson(provisioning, alpha.orgId, { role: 'admin' })
    const subject = v7()
    const signsIn = (claims: Parameters<OpenIdProvider['signsIn']>[1]) => provider.signsIn(subject, claims)
    const elsewhere = { name: 'SignInRefused', reason: 'other_organisation' }
    for (const [wrong, refused] of [
      [{ organisation: beta.orgId, groups: ['chiefs'] }, elsewhere],
      [{ groups: ['chiefs'] }, elsewhere],
      [{ organisation: 'Nobody knows it', groups: ['chiefs'] }, elsewhere],
      [{ organisation: [alpha.orgId], groups: ['chiefs'] }, elsewhere],
      [{ organisation: `${alpha.orgId}\0`, groups: ['chiefs'] }, elsewhere],
      [{ organisation: alpha.orgId, groups: ['strangers'] }, { reason: 'no_role' }],
      [{ organisation: alpha.orgId }, { reason: 'no_role' }],
    ] as const) {
      signsIn({ organisation: alpha.orgId, groups: 'bookkeepers' })
      const session = await signIn(provisioning)
      const { userId } = session.signedIn.person
      signsIn(wrong)
      await assert.rejects(comeBack(provisioning), refused, JSON.stringify(wrong))
      const { people } = provisioning.service.parts
      assert.equal(await people.signedIn(session.secret), undefined, 'the sessions end with the claim')
      const user = await findUser(database(provisioning), alpha.orgId, userId)
      assert.equal(user?.role, 'clerk', JSON.stringify(wrong))
      assert.equal((await auditOf(provisioning, userId, alpha.orgId))[0], 'refuseSignIn')
    }
    assert.equal((await listUsers(database(provisioning), beta.orgId, { limit: 9 })).length, 0)
  })

  test('another role ends the sessions before it', async () => {
    const { orgId } = await provisioning.tenant()
    await aPerson(provisioning, orgId, { role: 'admin' })
    const { people } = provisioning.service.parts
    const subject = v7()
    provider.signsIn(subject, { organisation: orgId, groups: ['bookkeepers'] })
    const clerk = await signIn(provisioning)
    provider.signsIn(subject, { organisation: orgId, groups: ['chiefs'] })
    const admin = await signIn(provisioning)
    assert.equal(await people.signedIn(clerk.secret), undefined, 'they were begun for less')
    provider.signsIn(subject, { organisation: orgId, groups: ['bookkeepers'] })
    const smaller = await signIn(provisioning)
    assert.equal(await people.signedIn(admin.secret), undefined)
    assert.equal((await people.signedIn(smaller.secret))?.person.role, 'clerk')
  })

  test('where the provider names the organisation, a verified address finds the account there alone', async () => {
    const [alpha, beta] = [await provisioning.tenant(), await provisioning.tenant()]
    const email = `${v7()}@example.com`
    const there = await aPerson(provisioning, alpha.orgId, { role: 'viewer', email })
    await aPerson(provisioning, beta.orgId, { role: 'admin', email })
    provider.signsIn(v7(), { email, email_verified: true, organisation: alpha.orgId, groups: ['bookkeepers'] })
    const { person } = (await signIn(provisioning)).signedIn
    assert.deepEqual([person.userId, person.orgId, person.role], [there.userId, alpha.orgId, 'clerk'])
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
    await assert.rejects(signIn(provisioning), { reason: 'no_role' })
    const actions = await auditOf(provisioning, person.userId, orgId)
    assert.deepEqual(actions, ['refuseSignIn', 'signIn', 'changeUser', 'signIn', 'createUser'])
    for (const [wrong, reason] of [
      [{ organisation: 'Nobody knows it', groups: ['chiefs'] }, 'other_organisation'],
      [{ organisation: orgId, groups: ['operator'] }, 'no_role'],
      [{ groups: ['chiefs'] }, 'other_organisation'],
    ] as const) {
      provider.signsIn(v7(), { ...wrong })
      await assert.rejects(signIn(provisioning), { reason })
    }
  })

  test('a revoked organisation and a removed person stay out', async () => {
    const { orgId } = await provisioning.tenant()
    await aPerson(provisioning, orgId, { role: 'admin' })
    provider.signsIn(v7(), { organisation: orgId, groups: 'chiefs' })
    await signIn(provisioning)
    await revokeOrganisation(provisioning.service.parts.store.database, orgId, Date.now())
    await assert.rejects(signIn(provisioning), { reason: 'other_organisation' })
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
      'OIDC.issuer': gone.issuer,
      'OIDC.client_id': gone.client.id,
      'OIDC.client_secret': gone.client.secret,
    })
    assert.equal(oidcOf(running).name, '127.0.0.1')
    await assert.rejects(oidcOf(running).begin(provider.redirectUri, '/console'), { reason: 'provider_away' })
    await assert.rejects(oidcOf(running).begin(provider.redirectUri, '/console'), { reason: 'provider_away' })
  })
})
