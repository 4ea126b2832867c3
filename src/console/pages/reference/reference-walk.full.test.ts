import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Opened } from '../../../../test/support/console/browser.ts'
import { assertNothingHeld, consoleOver } from '../../../../test/support/console/console.ts'
import { aMember, type Member } from '../../../../test/support/console/members.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { operations } from '../../../features/index.ts'
import { type Role, roles, scopesOfRole } from '../../../security/roles.ts'
import { allOperations } from './api-description.ts'

/** Without style sheets and scripts, which are 56 kB, so that a whole page stays below 100 kB. */
const pageBytesMax = 44_000

eachService('the reference and the catalogue', (start) => {
  const visitor = async (running: TestService) => (await consoleOver(running)).browser()
  const signedIn = async (
    running: TestService,
    options: Parameters<typeof aMember>[1] = {},
  ): Promise<{ browser: Browser; member: Member }> => {
    const member = await aMember(running, options)
    const browser = await visitor(running)
    assert.equal((await browser.submit(`/console/sign-in/${await member.link()}`)).status, 303)
    return { browser, member }
  }

  test('every operation has a page that anyone may read, and no link of the reference is broken', async () => {
    const running = await start.shared()
    const browser = await visitor(running)
    const seen = await walk(browser, '/reference', /^\/(reference|openapi\.json)/, 700)
    for (const { id } of operations) assert.ok(seen.has(`/reference/${id}`), id)
    const tooLarge = [...seen].filter(([, { bytes, headers }]) =>
      String(headers['content-type']).startsWith('text/html') ? bytes.length > pageBytesMax : false,
    )
    assert.deepEqual(
      tooLarge.map(([address, { bytes }]) => `${address} ${bytes.length}`),
      [],
    )
    assert.doesNotMatch(seen.get('/reference/createClient')?.text ?? '', /method="post" action="\/reference/)
    assertNothingHeld(running)
  })

  test('the rules beside fields, and all links of the catalogue, lead to pages in both languages', async () => {
    const running = await start.shared()
    {
      const { browser } = await signedIn(running, { role: 'viewer', language: 'ar' })
      const line = await browser.open('/reference/schemas/DocumentLine')
      assert.match(line.text, /href="\/console\/rules\/IBR-CL-23"/)
      const seen = await walk(browser, '/console/rules', /^\/console\/(rules|codelists)/, 700)
      assert.ok(seen.has('/console/rules/IBR-CL-23') && seen.has('/console/codelists/units'))
      const rule = seen.get('/console/rules/IBR-128-AE')?.text ?? ''
      assert.match(rule, /lang="ar" dir="rtl"/)
      assert.match(rule, /href="\/console\/codelists\/emirates"/)
      for (const [address, { bytes }] of seen) assert.ok(bytes.length <= pageBytesMax, `${address} ${bytes.length}`)
    }
  })

  test('a person gets a form for exactly the operations of the role, and no other is called', async () => {
    const running = await start.shared()
    for (const role of roles) {
      const { browser } = await signedIn(running, { role })
      for (const { id, scopes, operation } of allOperations('en')) {
        if (operation.access.kind === 'public') continue
        const isAllowed = scopes.some((scope) => holds(role, scope))
        const address = `/reference/${id}/try`
        const { text } = await browser.open(`/reference/${id}`)
        assert.ok(Buffer.byteLength(text) <= pageBytesMax, `${role} ${id} ${Buffer.byteLength(text)}`)
        // Only code has backticks of its own: any other is a mark that nobody turned into code.
        const [around] = /.{0,60}`.{0,60}/.exec(text.replaceAll(/<(pre|textarea|code)\b[\s\S]*?<\/\1>/g, '')) ?? []
        assert.equal(around, undefined, `${role} ${id}`)
        const hasForm = text.includes(`action="${address}"`)
        if (hasForm) assert.ok(isAllowed, `${role} ${id}`)
        // Without a form an operation is not called either.
        if (!hasForm) assert.equal((await browser.submit(address, { confirmed: 'yes' })).status, 403, `${role} ${id}`)
        if (isAllowed && id === 'retrieveUser') assert.ok(hasForm)
      }
    }
  })
})

function holds(role: Role, scope: string): boolean {
  return scopesOfRole[role].some((one) => one === scope)
}

/** Opens the page and, one after another, every page that it links to. */
async function walk(
  browser: Browser,
  from: string,
  into: RegExp,
  pagesMax = 400,
): Promise<ReadonlyMap<string, Opened>> {
  const seen = new Map<string, Opened>()
  const open = [from]
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (seen.has(address) || seen.size >= pagesMax) continue
    const opened = await browser.open(address)
    assert.ok(
      opened.status === 200 || (opened.status === 303 && address.endsWith('/try')),
      `${opened.status} ${address}`,
    )
    seen.set(address, opened)
    if (!String(opened.headers['content-type']).startsWith('text/html')) continue
    for (const [, href = ''] of opened.text.matchAll(/ href="([^"#]+)/g)) {
      if (into.test(href) && !href.includes('?')) open.push(href)
    }
  }
  return seen
}
