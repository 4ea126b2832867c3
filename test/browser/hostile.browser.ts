import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addressesOf, isPage } from './addresses.ts'
import { mark, seedHostile } from './hostile.ts'
import type { Seeds } from './seeds.ts'
import { type Started, start } from './started.ts'
import { Watch } from './watch.ts'

// Text of attackers, in every place where somebody can put a text, on every page. With our security
// policy, and without it: then only the escaping stands between a text and the browser.

/** Elements of an attacker are looked for in both: without the policy they would do something too. */
const ways = [
  ['en', false],
  ['ar', true],
] as const

describe('hostile texts', () => {
  let started: Started
  let seeds: Seeds
  before(async () => {
    started = await start(async (running) => {
      seeds = await seedHostile(running)
    })
  })
  after(() => started?.stop())

  for (const [language, bypassCSP] of ways) {
    test(`run nowhere: ${language}, ${bypassCSP ? 'without' : 'with'} the security policy`, async () => {
      const session = seeds.operator.session.secret
      const context = await started.open({ session, language, bypassCSP })
      const page = await context.newPage()
      const watch = new Watch(page, started.running.address)
      let shown = 0
      for (const { name, address, route } of addressesOf(started.routes, seeds)) {
        if (!(await isPage(started, context, address))) continue
        // A page may repeat what its address says.
        const asked = route.query.map((key) => `${key}=${encodeURIComponent(reflected)}`).join('&')
        for (const one of asked === '' ? [address] : [address, `${address}?${asked}`]) {
          await watch.open(one, { isTroubleExpected: one !== address })
          await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
          assert.deepEqual(watch.faults, [], `${name}: ${one}`)
          assert.equal(await page.evaluate(`typeof window.${mark}`), 'undefined', name)
          assert.equal(await page.locator(foreignElements).count(), 0, `${name}: an element of the attacker`)
        }
        if ((await page.content()).includes(mark)) shown += 1
      }
      assert.ok(shown > 0, 'the texts are shown')
      await context.close()
    })
  }
})

const reflected = `"><img src=x onerror=window.${mark}=9>`

/** What the attacks would make if they were read as HTML. */
const foreignElements = '[onerror], [onload], [onfocus], iframe[srcdoc*="script"], a[href^="javascript"], img[src="x"]'
