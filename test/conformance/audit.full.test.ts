import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operations } from '../../src/features/index.ts'
import { jsonOf } from '../support/requests/requests.ts'
import { aPerson, signIn } from '../support/service/people.ts'
import { bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// Who changed what, by GET /api/audit (docs/decisions/0068).

const audited = operations.filter(({ audits }) => audits !== undefined && 'target' in audits)
/**
 * A client has no settings of its own; a report is made again only after a rejection
 * (waiting-legs.full.test.ts), only a refused document is handled (handled-documents.full.test.ts),
 * and nobody approves their own (approvals.full.test.ts).
 */
const testedElsewhere = new Set([
  'changeMe',
  'reportAgain',
  'approveDocument',
  'askForApproval',
  ...operations.filter(({ method, path }) => method === 'PUT' && path.endsWith('/handled')).map(({ id }) => id),
])

eachService('the audit log', (start) => {
  let running: TestService
  let own: Possessions
  before(async () => {
    running = await start({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' })
    own = await possessionsOf(running, 'AUDIT')
  })
  const last = async (action: string) => {
    const { status, json, text } = await own.tenant.get(`/api/audit?action=${action}&limit=1`)
    assert.equal(status, 200, text)
    return json.items[0]
  }

  for (const operation of audited.filter(({ id }) => !testedElsewhere.has(id))) {
    test(`${operation.id} leaves an entry, and a refusal none`, async () => {
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => own.id(operation, name))
      const before_ = await last(operation.id)
      const body = bodyFor(operation)
      const refused = await own.tenant.send(operation.method, `${path}?colour=red`, body)
      assert.equal(refused.status, 400, refused.text)
      assert.deepEqual(await last(operation.id), before_)
      // Nobody listens there.
      const local = { url: 'https://127.0.0.1:1/hook?key=hidden' }
      const sent = body !== undefined && 'url' in body ? { ...body, ...local } : body
      const done = await own.tenant.send(operation.method, path, sent, {
        'idempotency-key': `audit-${operation.id}-1234567`,
      })
      assert.ok(done.status < 300, `${done.status} ${done.text}`)
      const entry = await last(operation.id)
      assert.ok(entry, 'there is an entry')
      assert.deepEqual(entry.actor, { kind: 'client', id: own.tenant.account, name: 'test' })
      assert.equal(entry.action, operation.id)
      const { audits } = operation
      assert.ok(audits && 'target' in audits)
      assert.equal(entry.target.kind, audits.target)
      assert.ok(entry.target.id, 'it names what was changed')
      const secrets = JSON.stringify(done.json ?? {}).match(/(sbs_|whsec_|sign-in\/)[\w+/=-]+/g) ?? []
      for (const secret of [...secrets, 'hidden']) assert.ok(!jsonOf(entry).includes(secret), 'it keeps no secret')
      const again = await own.tenant.send(operation.method, path, sent, {
        'idempotency-key': `audit-${operation.id}-1234567`,
      })
      assert.equal(again.status, done.status)
      assert.deepEqual(await last(operation.id), entry, 'a repeated request is no second change')
    })
  }

  test('sign-ins, sign-outs and a new language have the user as their actor', async () => {
    const { orgId } = own.tenant
    const { people } = running.service.parts
    const who = await aPerson(running, orgId, { name: 'Auditee' })
    const actor = { kind: 'user', id: who.userId, name: 'Auditee' }
    await who.send('PATCH', '/api/me', { language: 'ar' })
    await people.signOut(who.sessionId)
    const second = await signIn(running, { orgId, id: who.userId })
    await people.signOutEverywhere(who.userId)
    await people.signOutEverywhere(who.userId)
    const { json } = await own.tenant.get(`/api/audit?actor=${who.userId}`)
    const entries: readonly Readonly<Record<string, unknown>>[] = json.items
    assert.deepEqual(
      entries.map(({ action, target, detail, actor: whose }) => ({ action, target, detail, actor: whose })),
      [
        { action: 'signOutEverywhere', target: { kind: 'user', id: who.userId }, detail: {}, actor },
        { action: 'signIn', target: { kind: 'session', id: second.sessionId }, detail: { by: 'link' }, actor },
        { action: 'signOut', target: { kind: 'session', id: who.sessionId }, detail: {}, actor },
        { action: 'changeMe', target: { kind: 'user', id: who.userId }, detail: { language: 'ar' }, actor },
        { action: 'signIn', target: { kind: 'session', id: who.sessionId }, detail: { by: 'link' }, actor },
      ],
    )
  })

  test('pages hold every entry once, newest first; days and actions choose', async () => {
    const { json: whole } = await own.tenant.get('/api/audit?limit=100')
    const all: readonly Readonly<Record<string, string>>[] = whole.items
    assert.ok(all.length > 10)
    const paged: unknown[] = []
    for (let next: string | null = '', pages = 0; next !== null && pages < 100; pages++) {
      const { json } = await own.tenant.get(`/api/audit?limit=4${next === '' ? '' : `&cursor=${next}`}`)
      paged.push(...json.items)
      next = json.next
    }
    assert.deepEqual(paged, all)
    assert.deepEqual(
      all.map(({ id }) => id),
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    const today = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10)
    const on = async (query: string) => (await own.tenant.get(`/api/audit?limit=100&${query}`)).json.items.length
    assert.equal(await on('to=2020-01-01'), 0)
    assert.equal(await on('from=2999-01-01'), 0)
    assert.ok((await on(`to=${today}`)) + (await on(`from=${today}`)) >= all.length)
    assert.equal(await on('action=nothing'), 0)
    assert.equal((await own.tenant.get('/api/audit?from=yesterday')).status, 400)
    const clerk = await aPerson(running, own.tenant.orgId, { role: 'clerk' })
    assert.equal((await clerk.get('/api/audit')).status, 403)
  })

  test('an account of another organisation sees none of it', async () => {
    const other = await running.tenant({ scope: 'admin' })
    assert.deepEqual((await other.get('/api/audit')).json, { items: [], next: null })
    const { next } = (await own.tenant.get('/api/audit?limit=1')).json
    assert.deepEqual((await other.get(`/api/audit?actor=${own.tenant.account}&cursor=${next}`)).json.items, [])
  })
})
