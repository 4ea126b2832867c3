import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { effort } from '../support/effort.ts'
import { type Address, addressesOf, headOf } from './addresses.ts'
import { type Seeds, seed } from './seeds.ts'
import { type Started, start } from './started.ts'
import { Watch } from './watch.ts'

// Every page of the console in both languages, light and dark, wide and narrow: no fault of
// accessibility, nothing that our security policy forbids, no error, nothing from another host, no
// page that is wider than the window or heavier than 100 KiB. SCREENSHOTS=DIR keeps a picture of
// each.

/** With style sheet and scripts. The page of a document that has one of everything comes next to it. */
const bytesMax = 102_400
const [wide, narrow] = [1280, 390]
const languages = ['en', 'ar'] as const
type Language = (typeof languages)[number]

/**
 * How an open page is looked at, one look after the other. A theme is what the system asks for in
 * one width, and what the person chose, against the system, in the other.
 */
const allLooks = [
  { width: wide, theme: 'light' },
  { width: wide, theme: 'dark' },
  { width: narrow, theme: 'dark' },
  { width: narrow, theme: 'light' },
] as const
type Look = (typeof allLooks)[number]
const [wideLight, wideDark, narrowDark, narrowLight] = allLooks

/**
 * Two looks at a page in each language, all four with both. Four in each take about twice as long,
 * so only LONG=1 has them.
 */
const looks: Readonly<Record<Language, readonly Look[]>> =
  effort === 'long' ? { en: allLooks, ar: allLooks } : { en: [wideLight, narrowDark], ar: [wideDark, narrowLight] }

/** Documents in every state are looked at in two ways that differ in everything. */
const looksAtStates: Readonly<Record<Language, readonly Look[]>> = { en: [wideLight], ar: [narrowDark] }

describe('every page', () => {
  let started: Started
  let seeds: Seeds
  before(async () => {
    started = await start(async (running) => {
      seeds = await seed(running)
    })
  })
  after(() => started?.stop())
  /** Where an operator is led, and from which page. */
  const linked = new Map<string, string>()

  for (const language of languages)
    test(`as an operator sees it: ${language}`, async () => {
      const addresses = addressesOf(started.routes, seeds)
      await walk(language, seeds.operator.session.secret, 'operator', addresses)
    })

  test('as a viewer sees it', async () => {
    const addresses = addressesOf(started.routes, seeds).filter(
      ({ isFirst, route }) => isFirst && (route.access === 'viewer' || route.access === 'anyone'),
    )
    await walk('en', seeds.viewer.session.secret, 'viewer', addresses, [narrowLight])
  })

  test('before the sign-in, and where there is no page', async () => {
    const open = addressesOf(started.routes, seeds).filter(({ route }) => route.access === 'anyone')
    for (const language of languages) await walk(language, '', 'nobody', open)
    const context = await contextOf('en')
    const page = await context.newPage()
    const watch = new Watch(page, started.running.address)
    for (const address of ['/console/no/such/page', '/console/documents/purchase-invoices/none']) {
      assert.equal(await watch.open(address, { isTroubleExpected: true }), 404, address)
      assert.deepEqual([...watch.faults, ...(await watch.violations())], [], address)
    }
    await context.close()
  })

  test('every link on them leads to a page', async () => {
    const context = await contextOf('en')
    assert.ok(linked.size > 3)
    const dead: string[] = []
    for (const [link, address] of linked) {
      const { status } = await headOf(started, context, link)
      if (status >= 400) dead.push(`${link} (${status}), on ${address}`)
    }
    assert.deepEqual(dead, [])
    await context.close()
  })

  async function walk(
    language: Language,
    session: string,
    who: string,
    addresses: readonly Address[],
    looksAtFirst = looks[language],
  ): Promise<void> {
    const context = await contextOf(language, session)
    const page = await context.newPage()
    const watch = new Watch(page, started.running.address)
    const wrong: string[] = []
    let opened = 0
    for (const { name, address, isFirst } of addresses) {
      const { isHtml, status } = await headOf(started, context, address)
      if (status !== 200) wrong.push(`${name}: status ${status}`)
      if (!isHtml) continue
      opened += 1
      await watch.open(address)
      if (who === 'operator') for (const link of await linksOn(page)) linked.set(link, address)
      let width = 0
      for (const look of isFirst ? looksAtFirst : looksAtStates[language]) {
        await showAs(page, look)
        // Another theme has other colours only.
        const violations = await watch.violations(look.width === width ? 'colours' : 'all')
        width = look.width
        const overflow = await watch.overflow()
        if (overflow > 0) violations.push(`${overflow} px wider than the window`)
        wrong.push(...violations.map((fault) => `${name}, ${look.theme}, ${width} px: ${fault}`))
        await picture(page, language, look, name, who)
      }
      const bytes = await watch.bytes()
      if (bytes > bytesMax) wrong.push(`${name}: ${bytes} bytes`)
      wrong.push(...watch.faults.map((fault) => `${name}: ${fault}`))
    }
    await context.close()
    assert.ok(opened > 0, 'pages were opened')
    assert.equal(wrong.length, 0, `\n  ${wrong.join('\n  ')}`)
  }

  function contextOf(language: Language, session = seeds.operator.session.secret) {
    return started.open({ ...(session !== '' && { session }), language, reducedMotion: 'reduce' })
  }
})

/** Their addresses in the service, without a place in the page. */
async function linksOn(page: Page): Promise<readonly string[]> {
  const links = page.locator('a[href^="/"]')
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return addresses.map((address) => address.split('#')[0] ?? '')
}

async function showAs(page: Page, { width, theme }: Look): Promise<void> {
  const isChosen = width === narrow
  const opposite = theme === 'dark' ? 'light' : 'dark'
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme: isChosen ? opposite : theme })
  await page.evaluate(`document.documentElement.dataset.theme = '${isChosen ? theme : 'system'}'`)
}

const folder = process.env.SCREENSHOTS

async function picture(
  page: Page,
  language: Language,
  { width, theme }: Look,
  name: string,
  who: string,
): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  const file = [who, ...name.split(/[^\w-]+/), language, theme, width].filter((part) => part !== '').join('-')
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
}
