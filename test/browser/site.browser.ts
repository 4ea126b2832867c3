import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { sections } from '../../docs/.vitepress/pages.ts'
import { addressOf, pagePathOf } from '../../scripts/site/site-paths.ts'
import { buildSite } from '../site/built-site.ts'
import { startChromium } from './chromium.ts'
import { Watch } from './watch.ts'

// The documentation as a site, in a browser: every page of the sidebar, the search, and the way
// around on a telephone. SCREENSHOTS=DIR keeps a picture of each page.

/** No server: the browser's requests to this address are answered from the folder. */
const origin = 'http://site.example'
const [wide, narrow] = [1280, 390]
/** Two looks at an open page that differ in everything: more take long and showed nothing else. */
const looks = [
  { width: wide, colorScheme: 'light' },
  { width: narrow, colorScheme: 'dark' },
] as const
type Look = (typeof looks)[number]

const others = [
  '/decisions/0077-documentation-as-a-site.html',
  '/source/pint-ae/src/html/html.ts.html',
  '/source/src/application.html',
]
const addresses = [
  ...sections.flatMap(([, pages]) => Object.keys(pages)).map((file) => addressOf(pagePathOf(file) ?? file)),
  ...others,
]

describe('the documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-site-'))
  let browser: Browser
  before(async () => {
    const { status, output } = buildSite(folder)
    assert.equal(status, 0, output)
    browser = await startChromium()
  })
  after(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  test('every page', async () => {
    const context = await contextOf({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const watch = new Watch(page, origin)
    const wrong: string[] = []
    for (const address of addresses) {
      await showAs(page, looks[0])
      const status = await watch.open(`${origin}${address}`)
      if (status !== 200) wrong.push(`${address}: status ${status}`)
      for (const look of looks) {
        await showAs(page, look)
        const { colorScheme, width } = look
        // The theme's own script follows the system.
        await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' })
        for (const fault of await faultsIn(watch)) wrong.push(`${address}, ${colorScheme}, ${width} px: ${fault}`)
        await picture(page, `site-${address}-${colorScheme}-${width}`)
      }
      wrong.push(...watch.faults.map((fault) => `${address}: ${fault}`))
    }
    await context.close()
    assert.equal(wrong.length, 0, `\n  ${wrong.join('\n  ')}`)
  })

  // Fails only where a font of emoji is installed, as on most machines and in CI.
  test('no digit comes from a font of emoji', async () => {
    const context = await contextOf({ viewport: { width: wide, height: 800 } })
    const page = await context.newPage()
    await page.goto(`${origin}/mandate.html`)
    const session = await context.newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'main td, main p' })
    const used = new Set<string>()
    for (const nodeId of nodeIds) {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      for (const { familyName } of fonts) used.add(familyName)
    }
    assert.ok(nodeIds.length > 20 && used.size > 0)
    assert.deepEqual(
      [...used].filter((name) => /emoji/i.test(name)),
      [],
    )
    await context.close()
  })

  test('a reader searches and follows links', async () => {
    const context = await contextOf({ viewport: { width: wide, height: 800 } })
    const page = await context.newPage()
    const watch = new Watch(page, origin)
    assert.equal(await watch.open(`${origin}/`), 200)
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('stalled legs')
    const found = page.getByRole('listbox').getByRole('option').first()
    await found.waitFor()
    await picture(page, 'site-search')
    await found.getByRole('link').click()
    await page.waitForURL(`${origin}/operating.html#stalled-legs`)
    await page.getByRole('link', { name: 'For clerks' }).click()
    await page.getByRole('heading', { level: 1, name: /The clerk's guide/ }).waitFor()
    assert.equal(await watch.open(`${origin}/integrating.html`), 200)
    await page.getByRole('link', { name: 'examples/import.csv' }).first().click()
    await page.waitForURL(`${origin}/source/examples/import.csv.html`)
    await page.getByText('accounting_supplier_party.name').first().waitFor()
    assert.deepEqual(watch.faults, [])
    await context.close()
  })

  test('a reader finds the way on a telephone', async () => {
    const context = await contextOf({ viewport: { width: narrow, height: 800 }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    const watch = new Watch(page, origin)
    await watch.open(`${origin}/guide/clerk.html`)
    await page.locator('.VPLocalNav').getByRole('button', { name: 'Menu' }).click()
    await picture(page, 'site-telephone-menu')
    await page.getByRole('link', { name: 'Upgrading' }).click()
    await page.getByRole('heading', { level: 1, name: /Upgrading/ }).waitFor()
    assert.deepEqual(watch.faults, [])
    await context.close()
  })

  async function contextOf(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
    const context = await browser.newContext(options)
    await context.route(`${origin}/**`, async (route) => {
      const path = decodeURI(new URL(route.request().url()).pathname).replace(/\/$/, '/index.html')
      const file = join(folder, path)
      await (existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 }))
    })
    return context
  }
})

async function showAs(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
}

async function faultsIn(watch: Watch): Promise<readonly string[]> {
  const violations = await watch.violations()
  const overflow = await watch.overflow()
  return overflow > 0 ? [...violations, `${overflow} px wider than the window`] : violations
}

const pictures = process.env.SCREENSHOTS

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  const file = name.replaceAll(/[^\w-]+/g, '-').replaceAll(/-+/g, '-')
  await page.screenshot({ path: join(pictures, `${file}.png`) })
}
