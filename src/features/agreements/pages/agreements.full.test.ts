import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'

// The agreements on self-billing: added, listed, ended, and whether the supplier is on the network.

const attack = `"><script>alert(1)</script>`
const root = '/console/settings/agreements'

eachService('the agreements', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  const agreement = (profileId: string, more: Readonly<Record<string, string>> = {}) => ({
    business_profile_id: profileId,
    supplier_name: 'Gulf Metals Trading LLC',
    supplier_tin: '1002345678',
    agreement_number: 'SBA-2026-014',
    valid_from: '2026-07-01',
    ...more,
  })

  test('an agreement is added, listed, and its last day is moved', async () => {
    const { browser, member } = await signedInTo(running)
    assert.match((await browser.open(root)).text, /There is no agreement yet/)
    const { profileId } = member.tenant
    assert.ok((await browser.open(`${root}/new`)).text.includes(`<option value="${profileId}"`))
    const hostile = { supplier_name: attack, agreement_number: attack }
    const added = await browser.follow(browser.submit(`${root}/new`, agreement(profileId, hostile)))
    assert.match(added.text, /is saved/)
    assert.ok(added.text.includes('&#60;script&#62;') && !added.text.includes('<script>alert'), added.text)
    assert.match(added.text, /1\u2069 agreement<[\s\S]*badge good">Valid</)
    const path = /href="(\/console\/settings\/agreements\/[0-9a-f-]{36})"/.exec(added.text)?.[1] ?? ''
    const shown = await browser.open(path)
    assert.ok(shown.text.includes('1002345678') && !shown.text.includes('<script>alert'))
    const wrong = await browser.submit(path, { valid_to: '2026-06-30' })
    assert.deepEqual([wrong.status, /id="f-valid_to-problem"/.test(wrong.text)], [422, true])
    assert.ok(wrong.text.includes('value="2026-06-30"'), 'what was typed is still there')
    const ended = await browser.follow(browser.submit(path, { valid_to: '2026-07-31' }))
    assert.match(ended.text, /The last day of the agreement[\s\S]*2026-07-31[\s\S]*badge quiet">Ended</)
    const moved = await browser.follow(browser.submit(path, { valid_to: '2999-12-31' }))
    assert.match(moved.text, /2999-12-31[\s\S]*badge good">Valid</)
    const later = await browser.follow(
      browser.submit(`${root}/new`, agreement(profileId, { valid_from: '2999-01-01' })),
    )
    assert.match(later.text, /badge quiet">Not yet</)
  })

  test('what the API refuses stands beside its field, with everything that was typed', async () => {
    const { browser, member } = await signedInTo(running)
    const wrong = agreement(member.tenant.profileId, {
      supplier_tin: '12',
      valid_to: '2026-01-01',
      agreement_number: '',
    })
    const refused = await browser.submit(`${root}/new`, wrong)
    assert.equal(refused.status, 422)
    for (const name of ['supplier_tin', 'agreement_number'])
      assert.ok(refused.text.includes(`id="f-${name}-problem"`), `${name}: ${refused.text}`)
    assert.ok(refused.text.includes('value="Gulf Metals Trading LLC"'))
    const order = await browser.submit(`${root}/new`, agreement(member.tenant.profileId, { valid_to: '2026-01-01' }))
    assert.match(order.text, /id="f-valid_to-problem"/)
    const foreign = await browser.submit(`${root}/new`, agreement('BP-0000000000'))
    assert.match(foreign.text, /id="f-business_profile_id-problem"/)
  })

  test('the list is filtered by supplier and day', async () => {
    const { browser, member } = await signedInTo(running)
    const { profileId } = member.tenant
    await browser.submit(`${root}/new`, agreement(profileId, { valid_to: '2026-07-31' }))
    const found = async (query: string) => /1\u2069 agreement</.test((await browser.open(`${root}?${query}`)).text)
    assert.ok(await found('supplier_tin=1002345678&valid_on=2026-07-31'))
    assert.ok(!(await found('supplier_tin=1002345678&valid_on=2026-08-01')))
    assert.match((await browser.open(`${root}?supplier_tin=1999999999`)).text, /No agreement fits/)
  })

  test('the page says whether the supplier is on the network, when it is asked', async () => {
    const { browser, member } = await signedInTo(running)
    const pageFor = async (supplier_tin: string) => {
      const { profileId, orgId } = member.tenant
      const added = await browser.follow(
        browser.submit(
          `${root}/new`,
          agreement(profileId, { supplier_tin, supplier_name: `${orgId} ${supplier_tin}` }),
        ),
      )
      const paths = [...added.text.matchAll(/href="(\/console\/settings\/agreements\/[0-9a-f-]{36})"/g)]
      return paths.at(-1)?.[1] ?? ''
    }
    const receiving = await pageFor('1002345678')
    const unregistered = await pageFor('1000000013')
    assert.match((await browser.open(receiving)).text, /network=yes">Look the supplier up</)
    assert.match((await browser.open(`${receiving}?network=yes`)).text, /badge good">Receives self-billed documents/)
    assert.match((await browser.open(`${unregistered}?network=yes`)).text, /badge warning">Not registered/)
  })

  test('readers see agreements and change none; in Arabic, too', async () => {
    const { browser, member } = await signedInTo(running)
    await browser.submit(`${root}/new`, agreement(member.tenant.profileId))
    const { browser: viewer, member: reader } = await signedInTo(running, { role: 'viewer' })
    const list = await viewer.open(root)
    assert.equal(list.status, 200)
    assert.ok(!list.text.includes(`${root}/new`))
    assert.equal((await viewer.open(`${root}/new`)).status, 403)
    assert.equal((await viewer.submit(`${root}/new`, agreement(reader.tenant.profileId))).status, 403)
    const path = /href="(\/console\/settings\/agreements\/[0-9a-f-]{36})"/.exec((await browser.open(root)).text)?.[1]
    assert.equal((await viewer.open(path ?? '')).status, 404, 'an agreement of another organisation')
    assert.equal((await viewer.submit(path ?? '', { valid_to: '2026-12-31' })).status, 403)
    assert.match((await browser.open(path ?? '')).text, /End the agreement/)
    await browser.submit('/console/preferences', { language: 'ar', back: root })
    const arabic = await browser.open(root)
    assert.match(arabic.text, /اتفاقيات الفوترة الذاتية[\s\S]*badge good">سارية</)
    assert.match((await browser.open(path ?? '')).text, /إنهاء الاتفاقية/)
  })
})
