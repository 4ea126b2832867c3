import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { unsubscribeToken } from '../../src/features/notices/operations.ts'
import { mailKey } from '../../src/people/mail-token.ts'
import { changeUser } from '../../src/store/people/users.ts'
import { consoleOver } from '../support/console/console.ts'
import { aMember, type Member } from '../support/console/members.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { aPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'
import { withinAMinute } from '../support/service/within-a-minute.ts'

// Each person chooses their e-mails: in the API, on a page, or by the link of an e-mail.

eachService('notices to people', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })
  const database = () => running.service.parts.store.database
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const oneClick = 'List-Unsubscribe=One-Click'
  const unsubscribe = (token: string, body = oneClick) =>
    fetchDeclared(running.address, `/api/unsubscribe/${token}`, {
      method: 'POST',
      body,
      headers: form,
    })

  test('a person with an address gets a digest until they choose, one without gets nothing', async () => {
    const { orgId } = await running.tenant()
    const person = await aPerson(running, orgId, { role: 'viewer' })
    assert.equal((await person.get('/api/me')).json.notices, 'none')
    await changeUser(database(), orgId, person.userId, { email: `${person.userId}@example.ae` }, Date.now())
    assert.equal((await person.get('/api/me')).json.notices, 'daily')
    const changed = await person.send('PATCH', '/api/me', { notices: 'at_once' })
    assert.deepEqual([changed.status, changed.json.notices], [200, 'at_once'])
    assert.equal((await person.send('PATCH', '/api/me', { language: 'ar' })).json.notices, 'at_once')
    assert.equal((await person.send('PATCH', '/api/me', { notices: 'weekly' })).status, 400)
    assert.equal((await person.get('/api/me')).json.notices, 'at_once')
  })

  test('the token of an e-mail ends the e-mails of its person by a POST, and nothing else', async () => {
    const { orgId } = await running.tenant()
    const [person, other, third] = [
      await aPerson(running, orgId),
      await aPerson(running, orgId),
      await aPerson(running, orgId),
    ]
    for (const { userId } of [person, other, third])
      await changeUser(database(), orgId, userId, { email: `${userId}@example.ae` }, Date.now())
    const key = await mailKey(database())
    const token = unsubscribeToken(key, { orgId, userId: person.userId })
    const opened = await fetch(`${running.address}/api/unsubscribe/${token}`, { headers: { 'accept-language': 'ar' } })
    assert.equal(opened.status, 200)
    assert.match(await opened.text(), new RegExp(`إيقاف هذه الرسائل.*action="/console/unsubscribe/${token}"`, 's'))
    assert.equal((await person.get('/api/me')).json.notices, 'daily', 'a scanner that opens the link changes nothing')
    const forged = unsubscribeToken('another key', { orgId, userId: other.userId })
    const [, signature] = token.split('.')
    const swapped = `${unsubscribeToken(key, { orgId, userId: other.userId }).split('.')[0]}.${signature}`
    for (const wrong of [forged, swapped, `${token}x`, 'x', 'x.y', `${token}.x`, encodeURIComponent('\u0000')]) {
      const refused = await unsubscribe(wrong)
      assert.equal(refused.status, 404, wrong)
    }
    const pressed = async (token: string) =>
      await fetch(`${running.address}/console/unsubscribe/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        redirect: 'manual',
      })
    assert.equal((await pressed(forged)).status, 303)
    assert.equal((await other.get('/api/me')).json.notices, 'daily')
    assert.equal((await pressed(unsubscribeToken(key, { orgId, userId: third.userId }))).status, 303)
    assert.equal((await third.get('/api/me')).json.notices, 'none', 'the button of the page needs no sign-in')
    assert.equal((await unsubscribe(token, `${oneClick}&x=${'x'.repeat(2_000)}`)).status, 413)
    assert.deepEqual((await unsubscribe(token)).json, { notices: 'none' })
    assert.equal((await unsubscribe(token)).status, 200, 'a second click does no harm')
    assert.equal((await person.get('/api/me')).json.notices, 'none')
    assert.equal((await other.get('/api/me')).json.notices, 'daily')
  })

  test('attempts with an unsubscribe token are limited for each network', async () => {
    await withinAMinute(async () => {
      const { address } = await start({ 'TUNING.rate_limit_per_minute': '1' })
      for (const method of ['GET', 'POST']) {
        const statuses: number[] = []
        for (let tries = 0; tries < 3; tries += 1) {
          const init = {
            method,
            redirect: 'manual',
            ...(method === 'POST' && { body: oneClick, headers: form }),
          } as const
          statuses.push((await fetchDeclared(address, '/api/unsubscribe/x.y', init)).status)
        }
        const usual = method === 'GET' ? 200 : 404
        assert.deepEqual(statuses, [usual, usual, 429])
      }
    })
  })

  test('the page of the settings shows the choice and changes it, also for a viewer', async () => {
    const { browser } = await consoleOver(running)
    const member = await aMember(running, { role: 'viewer' })
    const page = '/console/settings/notices'
    const visitor = browser()
    await signInAs(visitor, member)
    assert.match((await visitor.open(page)).text, /no e-mail address/)
    const email = `${member.userId}@example.ae`
    await changeUser(database(), member.tenant.orgId, member.userId, { email }, Date.now())
    assert.match((await visitor.open(page)).text, /<option value="daily" selected="">/)
    const saved = await visitor.follow(visitor.submit(page, { notices: 'at_once' }))
    assert.match(saved.text, /Your choice is saved/)
    assert.match(saved.text, /<option value="at_once" selected="">/)
  })
})

async function signInAs(
  visitor: ReturnType<Awaited<ReturnType<typeof consoleOver>>['browser']>,
  member: Member,
): Promise<void> {
  const link = await member.link()
  const signedIn = await visitor.submit(`/console/sign-in/${link}`)
  assert.equal(signedIn.status, 303, signedIn.text)
}
