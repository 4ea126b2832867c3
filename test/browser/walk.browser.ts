import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Address, addressesOf, headOf } from './addresses.ts'
import { type Seeds, seed } from './seeds.ts'
import { type Started, start } from './started.ts'
import { Watch } from './watch.ts'

// Every page of the console in every variant: no fault of accessibility, nothing that our security
// policy forbids, no error, nothing from another host, no page that is wider than the window or
// heavier than 100 kB. SCREENSHOTS=DIR keeps a picture of each.

const bytesMax = 100_000
const [wide, narrow] = [1280, 390]

const variants = [wide, narrow].flatMap((width) =>
  (['en', 'ar'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((theme) => ({ width, language, theme })),
  ),
)
type Variant = (typeof variants)[number]

describe('every page', () => {
  let started: Started
  let seeds: Seeds
  before(async () => {
    started = await start(async (running) => {
      seeds = await seed(running)
    })
  })
  after(() => started?.stop())

  for (const variant of variants) {
    const { width, language, theme } = variant
    test(`as an operator sees it: ${language}, ${theme}, ${width} px`, async () => {
      const addresses = addressesOf(started.routes, seeds).filter(({ isFirst }) => isFirst || isForAllStates(variant))
      await walk(variant, seeds.operator.session.secret, 'operator', addresses)
    })
  }

  test('as a viewer sees it', async () => {
    const addresses = addressesOf(started.routes, seeds).filter(
      ({ isFirst, route }) => isFirst && (route.access === 'viewer' || route.access === 'anyone'),
    )
    await walk({ width: narrow, language: 'en', theme: 'light' }, seeds.viewer.session.secret, 'viewer', addresses)
  })

  test('before the sign-in, and where there is no page', async () => {
    const open = addressesOf(started.routes, seeds).filter(({ route }) => route.access === 'anyone')
    for (const variant of variants) await walk(variant, '', 'nobody', open)
    const context = await contextOf(variants[0])
    const page = await context.newPage()
    const watch = new Watch(page, started.running.address)
    for (const address of ['/console/no/such/page', '/console/documents/purchase-invoices/none']) {
      assert.equal(await watch.open(address, { isTroubleExpected: true }), 404, address)
      assert.deepEqual([...watch.faults, ...(await watch.violations())], [], address)
    }
    await context.close()
  })

  test('every link leads to a page', async () => {
    const context = await contextOf(variants[0])
    const page = await context.newPage()
    const watch = new Watch(page, started.running.address)
    const from = new Map<string, string>()
    for (const { address } of addressesOf(started.routes, seeds)) {
      if (!(await headOf(started, context, address)).isHtml) continue
      await watch.open(address)
      for (const link of await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
        from.set(link.split('#')[0] ?? '', address)
    }
    assert.ok(from.size > 3)
    const dead: string[] = []
    for (const [link, address] of from) {
      const { status } = await headOf(started, context, link)
      if (status >= 400) dead.push(`${link} (${status}), on ${address}`)
    }
    assert.deepEqual(dead, [])
    await context.close()
  })

  async function walk(variant: Variant, session: string, who: string, addresses: readonly Address[]): Promise<void> {
    const context = await contextOf(variant, session)
    const page = await context.newPage()
    const watch = new Watch(page, started.running.address)
    const wrong: string[] = []
    let opened = 0
    for (const { name, address } of addresses) {
      const { isHtml, status } = await headOf(started, context, address)
      if (status !== 200) wrong.push(`${name}: status ${status}`)
      if (!isHtml) continue
      opened += 1
      for (const fault of await faultsAt(watch, address)) wrong.push(`${name}: ${fault}`)
      await picture(page, variant, name, who)
    }
    await context.close()
    assert.ok(opened > 0, 'pages were opened')
    assert.equal(wrong.length, 0, `\n  ${wrong.join('\n  ')}`)
  }

  async function contextOf(variant: Variant | undefined, session = seeds.operator.session.secret) {
    const { width, language, theme } = variant ?? { width: wide, language: 'en', theme: 'light' }
    // Dark is what the system asks for in one width, and the person's choice in the other.
    const isChosen = width === narrow
    return started.open({
      ...(session !== '' && { session }),
      language,
      theme: isChosen ? theme : 'system',
      colorScheme: isChosen ? (theme === 'dark' ? 'light' : 'dark') : theme,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    })
  }
})

async function faultsAt(watch: Watch, address: string): Promise<readonly string[]> {
  await watch.open(address)
  const violations = await watch.violations()
  const [bytes, overflow] = [await watch.bytes(), await watch.overflow()]
  return [
    ...watch.faults,
    ...violations,
    ...(bytes > bytesMax ? [`${bytes} bytes`] : []),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
  ]
}

/** Documents in every state are looked at in two variants that differ in everything. */
function isForAllStates({ width, language, theme }: Variant): boolean {
  const asked = `${width} ${language} ${theme}`
  return asked === `${wide} en light` || asked === `${narrow} ar dark`
}

const folder = process.env.SCREENSHOTS

async function picture(page: Page, { width, language, theme }: Variant, name: string, who: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  const file = [who, ...name.split(/[^\w-]+/), language, theme, width].filter((part) => part !== '').join('-')
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
}
