import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { v7 } from 'uuid'
import { Authentication } from '../../src/api/identity/authentication.ts'
import { newLoginLink } from '../../src/people/login-link.ts'
import { openPeople } from '../../src/people/sign-in.ts'
import type { Role } from '../../src/security/roles.ts'
import { issuersOf } from '../../src/service/issuers.ts'
import { revokeOrganisation } from '../../src/store/accounts/organisations.ts'
import { changeUser, findUser, removeUser } from '../../src/store/people/users.ts'
import { sql } from '../support/databases/any-row.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { aPerson, signIn, type TestPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Users with roles, their sessions and login links (docs/decisions/0068).

const scope = 'documents:read documents:write profiles admin'
const unknownId = '01900000-0000-7000-8000-00000000000f'

eachService('people', (start) => {
  let running: TestService
  let tenant: Tenant
  let admin: TestPerson
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope })
    admin = await aPerson(running, tenant.orgId, { role: 'admin', name: 'Huda' })
  })
  const database = () => running.service.parts.store.database
  const add = async (role: Role, more: { readonly name?: string; readonly email?: string } = {}) => {
    const added = await admin.send('POST', '/api/users', { name: 'Somebody', role, ...more })
    assert.equal(added.status, 201, added.text)
    return String(added.json.user_id)
  }
  /** An organisation of its own, with people of these roles. */
  const staff = async (...roles: readonly Role[]) => {
    const { orgId } = await running.tenant()
    const people: TestPerson[] = []
    for (const role of roles) people.push(await aPerson(running, orgId, { role }))
    return people
  }
  /** Sessions and tokens at a time that the test sets. */
  const atTime = (now: () => number) => {
    const { store } = running.service.parts
    const { people, organisation } = running.service.parts
    const issuers = issuersOf(running.config, { store, organisation, onTrouble: () => undefined, now })
    const later = openPeople({ db: store.database, now, issueToken: async () => '', provider: undefined })
    return { people: later, authentication: new Authentication(issuers, now), tokenOf: people.tokenOf }
  }

  test('an administrator adds, shows, lists, changes and removes users', async () => {
    const id = await add('clerk', { name: 'Salim', email: 'Salim@Example.com' })
    const path = `/api/users/${id}`
    const shown = await admin.get(path)
    assert.deepEqual(
      { ...shown.json, created_at: 0 },
      {
        user_id: id,
        name: 'Salim',
        email: 'salim@example.com',
        role: 'clerk',
        created_at: 0,
      },
    )
    const changed = await admin.send('PATCH', path, { role: 'viewer', language: 'ar' })
    assert.deepEqual(changed.json, { ...shown.json, role: 'viewer', language: 'ar' })
    const listed = await admin.get('/api/users?limit=100')
    assert.deepEqual(listed.json.items.at(-1), changed.json)
    assert.equal(listed.json.next, null)
    assert.equal((await admin.get('/api/users?limit=0')).status, 400)
    assert.equal((await admin.send('DELETE', path)).status, 204)
    for (const gone of [
      await admin.get(path),
      await admin.send('PATCH', path, {}),
      await admin.send('DELETE', path),
      await admin.send('POST', `${path}/logout`),
      await admin.send('POST', `${path}/login-link`),
    ]) {
      assert.equal(gone.status, 404)
      assert.deepEqual(gone.json.errors, { message: `User not found with id: ${id}` })
    }
    const again = await add('clerk', { email: 'salim@example.com' })
    assert.notEqual(again, id, 'the address is free again')
  })

  test('wrong members are named', async () => {
    const refused = await admin.send('POST', '/api/users', { name: ' ', email: 'nobody', role: 'operator' })
    assert.equal(refused.status, 400)
    assert.deepEqual(Object.keys(refused.json.errors).toSorted(), ['email', 'name', 'role'])
    const id = await add('viewer')
    const wrong = await admin.send('PATCH', `/api/users/${id}`, { language: 'fr', colour: 'red' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(Object.keys(wrong.json.errors).toSorted(), ['colour', 'language'])
  })

  test('an address belongs to one user of an organisation', async () => {
    const email = `${v7()}@example.com`
    await add('viewer', { email })
    const other = await add('viewer')
    const refused = [
      await admin.send('POST', '/api/users', { name: 'Twin', role: 'viewer', email: email.toUpperCase() }),
      await admin.send('PATCH', `/api/users/${other}`, { email }),
    ]
    for (const { status, text } of refused) {
      assert.equal(status, 409)
      assert.match(text, /Another user has the e-mail address /)
    }
    const [elsewhere] = await staff('admin')
    assert.equal((await elsewhere?.send('POST', '/api/users', { name: 'Twin', role: 'viewer', email }))?.status, 201)
  })

  test('a role is what its scopes allow', async () => {
    const create = (who: TestPerson) =>
      who.send('POST', `/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const tried = async (role: Role) => {
      const who = await aPerson(running, tenant.orgId, { role })
      const answers = [await who.get('/api/purchase-invoices'), await create(who), await who.get('/api/users')]
      return answers.map(({ status }) => status)
    }
    assert.deepEqual(await tried('viewer'), [200, 403, 403])
    assert.deepEqual(await tried('clerk'), [200, 201, 403])
    assert.deepEqual(await tried('admin'), [200, 201, 200])
    assert.deepEqual(await tried('operator'), [200, 201, 200])
  })

  test('nobody gives, changes or uses a role above their own', async () => {
    const [own, operator] = await staff('admin', 'operator')
    assert.ok(own && operator)
    const path = `/api/users/${operator.userId}`
    const refused = [
      await own.send('PATCH', path, { name: 'Nobody' }),
      await own.send('DELETE', path),
      await own.send('POST', `${path}/login-link`),
    ]
    for (const { status, json } of refused) {
      assert.equal(status, 403)
      assert.deepEqual(json.errors, { message: 'The role of this user is above your own' })
    }
    assert.equal((await own.send('PATCH', `/api/users/${own.userId}`, { role: 'operator' })).status, 400)
    assert.equal((await operator.send('PATCH', `/api/users/${own.userId}`, { role: 'operator' })).status, 400)
    assert.equal((await own.send('POST', `${path}/logout`)).status, 204, 'to stop a thief is no power')
    // The scope of a token narrows what its person may give.
    const narrow = await running.tenant({ scope: 'admin' })
    const above = await narrow.post('/api/users', { name: 'Above', role: 'admin' })
    assert.equal(above.status, 403, above.text)
  })

  test('the last administrator stays, also when two remove each other at once', async () => {
    const [only] = await staff('admin', 'clerk')
    assert.ok(only)
    const path = `/api/users/${only.userId}`
    for (const { status, text } of [
      await only.send('DELETE', path),
      await only.send('PATCH', path, { role: 'clerk' }),
    ]) {
      assert.equal(status, 409)
      assert.match(text, /The last administrator of an organisation must stay one/)
    }
    assert.equal((await only.send('PATCH', path, { name: 'Still here' })).status, 200)
    const [first, second] = await staff('admin', 'admin')
    assert.ok(first && second)
    const outcomes = await Promise.all(
      [first, second].map(({ orgId, userId }) => removeUser(database(), orgId, userId, 1)),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'last_admin').length, 1)
    const [third, fourth] = await staff('admin', 'operator')
    assert.ok(third && fourth)
    const changes = await Promise.all(
      [third, fourth].map(({ orgId, userId }) => changeUser(database(), orgId, userId, { role: 'viewer' }, Date.now())),
    )
    assert.equal(changes.filter((outcome) => outcome === 'last_admin').length, 1)
  })

  test('a login link works once, for ten minutes, and its secret is not stored', async () => {
    const { people } = running.service.parts
    const id = await add('clerk')
    const made = await admin.send('POST', `/api/users/${id}/login-link`, undefined, { 'idempotency-key': v7() })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.headers.get('cache-control'), 'no-store')
    const secret = /^\/console\/sign-in\/([\w-]{43})$/.exec(made.json.path)?.[1] ?? ''
    assert.equal(made.json.url, undefined, 'nobody has configured where browsers reach the service')
    const stored = await database().query(sql('select * from login_links where user_id = $1', id))
    assert.ok(!JSON.stringify(stored).includes(secret))
    const [first, second] = await Promise.all([people.signInByLink(secret), people.signInByLink(secret)])
    const used = first ?? second
    assert.ok(used && !(first && second), 'one of two at once')
    assert.equal(used.signedIn.person.userId, id)
    assert.equal(await people.signInByLink(secret), undefined, 'it is used up')
    assert.equal(await people.signInByLink('x'.repeat(43)), undefined)
    const { secret: late, statement, expiresAt } = newLoginLink({ orgId: tenant.orgId, id }, Date.now())
    await database().transaction([statement])
    assert.equal(await atTime(() => expiresAt).people.signInByLink(late), undefined, 'it has expired')
    assert.ok(await atTime(() => expiresAt - 1).people.signInByLink(late))
  })

  test('a link of a removed person or a revoked organisation does not sign in', async () => {
    const { people } = running.service.parts
    const linkFor = async (orgId: string, id: string) => {
      const { secret, statement } = newLoginLink({ orgId, id }, Date.now())
      await database().transaction([statement])
      return secret
    }
    const id = await add('clerk')
    const orphan = await linkFor(tenant.orgId, id)
    await removeUser(database(), tenant.orgId, id, 1)
    assert.equal(await people.signInByLink(orphan), undefined)
    const [person] = await staff('admin')
    assert.ok(person)
    const locked = await linkFor(person.orgId, person.userId)
    await revokeOrganisation(database(), person.orgId, Date.now())
    assert.equal(await people.signInByLink(locked), undefined)
    assert.equal(await people.signedIn(person.session.secret), undefined)
  })

  test('every sign-in makes a new session, whatever the browser brings', async () => {
    const { people } = running.service.parts
    const id = await add('viewer')
    const planted = 'a-secret-that-an-attacker-has-planted'
    assert.equal(await people.signedIn(planted), undefined)
    const [first, second] = [
      await signIn(running, { orgId: tenant.orgId, id }),
      await signIn(running, { orgId: tenant.orgId, id }),
    ]
    assert.notEqual(first.session.secret, second.session.secret)
    assert.notEqual(first.sessionId, second.sessionId)
    assert.equal(await people.signedIn(planted), undefined)
    const rows = await database().query(sql('select * from sessions where user_id = $1', id))
    assert.equal(rows.length, 2)
    assert.ok(!JSON.stringify(rows).includes(first.session.secret))
  })

  test('a session ends after 12 hours without a page, and after 7 days in all', async () => {
    let time = Date.now()
    const { people } = atTime(() => time)
    const { session, userId } = await aPerson(running, tenant.orgId)
    const hours = (count: number) => count * 3_600_000
    const begin = time
    for (let hour = 11; hour < 7 * 24; hour += 11) {
      time = begin + hours(hour)
      assert.ok(await people.signedIn(session.secret), `after ${hour} hours`)
    }
    time = begin + hours(7 * 24) + 60_000
    assert.equal(await people.signedIn(session.secret), undefined)
    const { session: idle } = await signIn(running, { orgId: tenant.orgId, id: userId })
    time = Date.now() + hours(12) + 1
    assert.equal(await people.signedIn(idle.secret), undefined)
  })

  test('within 30 seconds a token loses what its session, user or role has lost', async () => {
    let time = Date.now()
    const { authentication, tokenOf } = atTime(() => time)
    const scopesAfter = async (change: (who: TestPerson) => Promise<unknown>) => {
      const who = await aPerson(running, tenant.orgId, { role: 'clerk' })
      time = Date.now()
      const bearer = `Bearer ${await tokenOf(who.session.signedIn)}`
      const before = await authentication.account(bearer)
      assert.deepEqual([...before.scopes], ['documents:read', 'documents:write'])
      assert.equal(before.id, `user:${who.userId}`)
      await change(who)
      time += 30_000
      return authentication.account(bearer).then(({ scopes }) => [...scopes])
    }
    const { people } = running.service.parts
    const refused = { code: 'unauthenticated' }
    await assert.rejects(
      scopesAfter(({ sessionId }) => people.signOut(sessionId)),
      refused,
    )
    await assert.rejects(
      scopesAfter(({ userId }) => people.signOutEverywhere(userId)),
      refused,
    )
    await assert.rejects(
      scopesAfter(({ userId }) => admin.send('DELETE', `/api/users/${userId}`)),
      refused,
    )
    await assert.rejects(
      scopesAfter(({ userId }) => admin.send('POST', `/api/users/${userId}/logout`)),
      refused,
    )
    await assert.rejects(
      scopesAfter(({ sessionId }) => admin.send('DELETE', `/api/sessions/${sessionId}`)),
      refused,
    )
    const demoted = await scopesAfter(({ userId }) => admin.send('PATCH', `/api/users/${userId}`, { role: 'viewer' }))
    assert.deepEqual(demoted, ['documents:read'])
  })

  test('a higher role ends the sessions and links before it, and a new session has its rights', async () => {
    const who = await aPerson(running, tenant.orgId)
    const { people } = running.service.parts
    const { store, now } = running.service.parts
    const { secret, statement } = newLoginLink({ orgId: tenant.orgId, id: who.userId }, now())
    await store.database.transaction([statement])
    assert.equal((await who.get('/api/users')).status, 403)
    await admin.send('PATCH', `/api/users/${who.userId}`, { name: 'Mariam Saleh', role: 'viewer' })
    assert.ok(await people.signedIn(who.session.secret), 'the role is the same')
    assert.equal((await admin.send('PATCH', `/api/users/${who.userId}`, { role: 'admin' })).status, 200)
    assert.equal(await people.signedIn(who.session.secret), undefined)
    assert.equal(await people.signInByLink(secret, 'Test browser'), undefined)
    const again = await signIn(running, { orgId: tenant.orgId, id: who.userId })
    assert.equal((await again.get('/api/users')).status, 200)
  })

  test('a token of a person without its session is refused', async () => {
    const { authentication } = atTime(() => Date.now())
    const { store, tokens } = running.service.parts
    const forged = await tokens.issue({ id: `user:${admin.userId}`, orgId: tenant.orgId }, ['admin'])
    await assert.rejects(authentication.account(`Bearer ${forged}`), { code: 'unauthenticated' })
    const other = await running.tenant()
    const elsewhere = await tokens.issue({ id: `user:${admin.userId}`, orgId: other.orgId }, ['admin'])
    await assert.rejects(authentication.account(`Bearer ${elsewhere}`), { code: 'unauthenticated' })
    assert.ok(await findUser(store.database, tenant.orgId, admin.userId))
  })

  test('everybody sees and ends their own sessions, administrators all of their organisation', async () => {
    const who = await aPerson(running, tenant.orgId)
    const second = await signIn(running, { orgId: tenant.orgId, id: who.userId })
    const listed = await who.get('/api/sessions')
    const shown: readonly Readonly<Record<string, unknown>>[] = listed.json.items
    assert.deepEqual(
      shown.map(({ session_id, is_current, user_agent }) => ({ session_id, is_current, user_agent })),
      [
        { session_id: second.sessionId, is_current: false, user_agent: 'Test browser' },
        { session_id: who.sessionId, is_current: true, user_agent: 'Test browser' },
      ],
    )
    const theirs = `/api/sessions?user_id=${who.userId}`
    assert.equal((await admin.get(theirs)).json.items.length, 2)
    const colleague = await aPerson(running, tenant.orgId, { role: 'clerk' })
    assert.equal((await colleague.get(theirs)).status, 403)
    assert.equal((await colleague.get('/api/sessions?user_id=')).status, 400)
    assert.equal((await colleague.send('DELETE', `/api/sessions/${second.sessionId}`)).status, 404)
    assert.equal((await who.send('DELETE', `/api/sessions/${second.sessionId}`)).status, 204)
    assert.equal((await who.send('DELETE', `/api/sessions/${second.sessionId}`)).status, 404)
    const [stranger] = await staff('admin')
    assert.deepEqual((await stranger?.get(theirs))?.json, { items: [], next: null })
    assert.equal((await stranger?.send('DELETE', `/api/sessions/${who.sessionId}`))?.status, 404)
    assert.equal((await admin.send('DELETE', `/api/sessions/${who.sessionId}`)).status, 204)
    assert.equal(await running.service.parts.people.signedIn(who.session.secret), undefined)
    assert.deepEqual((await tenant.get('/api/sessions')).json, { items: [], next: null }, 'a client has none')
    assert.equal((await tenant.send('DELETE', `/api/sessions/${unknownId}`)).status, 404)
  })

  test('everybody sees their own account; people change their language', async () => {
    const organisation = (await tenant.get('/api/organisation')).json
    const named = { org_id: organisation.org_id, name: organisation.name }
    const who = await aPerson(running, tenant.orgId, { role: 'clerk', email: `${v7()}@example.com` })
    const me = await who.get('/api/me')
    const { email, ...rest } = me.json
    assert.match(email, /@example\.com$/)
    assert.deepEqual(rest, {
      kind: 'user',
      id: who.userId,
      name: 'Mariam',
      role: 'clerk',
      notices: 'daily',
      session_id: who.sessionId,
      organisation: named,
      scopes: ['documents:read', 'documents:write'],
    })
    const changed = await who.send('PATCH', '/api/me', { language: 'ar' })
    assert.deepEqual(changed.json, { ...me.json, language: 'ar' })
    assert.equal((await running.service.parts.people.signedIn(who.session.secret))?.person.language, 'ar')
    assert.equal((await who.send('PATCH', '/api/me', { role: 'admin' })).status, 400)
    const client = await tenant.get('/api/me')
    const scopes = scope.split(' ')
    assert.deepEqual(client.json, { kind: 'client', id: tenant.account, name: 'test', organisation: named, scopes })
    const refused = await tenant.send('PATCH', '/api/me', { language: 'ar' })
    assert.equal(refused.status, 403)
    assert.deepEqual(refused.json.errors, { message: 'Only a signed-in person has these settings' })
  })

  test('the API never grants the scope operator', async () => {
    const refused = await admin.send('POST', '/api/clients', { name: 'x', scope: 'operator' })
    assert.equal(refused.status, 400)
  })
})
