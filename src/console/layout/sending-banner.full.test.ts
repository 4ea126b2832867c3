import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedInTo } from '../../../test/support/console/signed-in.ts'
import { eachService } from '../../../test/support/service/service.ts'
import { beginOutage, endOutage } from '../../store/outages.ts'

const off = /Sending is switched off for your organisation\./
const away = /The access point has been away since/

eachService('whether documents are sent, on every page', (start) => {
  test('while sending is off each page says what happens to documents, and who can change it', async () => {
    const running = await start.shared()
    for (const role of ['clerk', 'admin'] as const) {
      const { browser, member } = await signedInTo(running, { role })
      assert.doesNotMatch((await browser.open('/console/documents')).text, off)
      const { tenant } = member
      assert.deepEqual((await tenant.get('/api/organisation/sending')).json, { is_on: true, away: [] })
      const changed = await running.service.parts.store.database.query({
        sql: 'update organisations set phase2 = 0 where id = $1',
        params: [tenant.orgId],
      })
      assert.ok(changed)
      assert.equal((await tenant.get('/api/organisation/sending')).json.is_on, false)
      for (const page of ['/console/documents', '/console/new', '/console/documents/none', '/console/rules']) {
        const { text } = await browser.open(page)
        assert.match(text, off, page)
        assert.match(text, /They are not sent, and will not be sent later either\./)
        const link = /<a href="\/console\/settings\/organisation\/sending">Switch sending on/
        if (role === 'admin') assert.match(text, link)
        else assert.doesNotMatch(text, link)
      }
    }
  })

  test('while an access point is away each page says that documents wait', async () => {
    const running = await start()
    const { database } = running.service.parts.store
    const { browser, member } = await signedInTo(running, { role: 'viewer' })
    const at = running.service.parts.now()
    await beginOutage(database, { cause: 'gateway', at, reason: 'refused' }, 1)
    const { json } = await member.tenant.get('/api/organisation/sending')
    assert.equal(json.away.length, 1)
    assert.equal(Date.parse(json.away[0].since), at)
    assert.match((await browser.open('/console/documents')).text, away)
    await endOutage(database, { cause: 'gateway' }, at + 1)
    assert.doesNotMatch((await browser.open('/console/documents')).text, away)
  })
})
