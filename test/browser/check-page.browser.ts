import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { writeCheckPage } from '../../scripts/site/check-page.ts'
import { startChromium } from './chromium.ts'
import { Watch } from './watch.ts'

// "Check a document" on the site of the documentation. After the page is loaded the network is cut:
// everything happens in the browser (docs/decisions/0182).

const origin = 'http://check.example'
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

describe('check a document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-check-'))
  let browser: Browser
  before(async () => {
    await writeCheckPage(folder)
    browser = await startChromium()
  })
  after(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  /** The page, loaded, and then without a network. `wrong` is what the browser complains about. */
  async function opened(fragment = '', look: { width: number; colorScheme: 'light' | 'dark' } = wide) {
    const context = await browser.newContext({
      viewport: { width: look.width, height: 900 },
      colorScheme: look.colorScheme,
    })
    const page = await context.newPage()
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(String(error)))
    page.on('console', (said) => wrong.push(said.text()))
    await page.route(`${origin}/**`, (route) => {
      const file = new URL(route.request().url()).pathname.slice('/check/'.length) || 'index.html'
      const type = types[file.split('.').at(-1) ?? '']
      return type === undefined
        ? route.fulfill({ status: 404 })
        : route.fulfill({ contentType: type, body: readFileSync(join(folder, file)) })
    })
    await page.goto(`${origin}/check/${fragment}`, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    await page.unrouteAll()
    return { page, wrong }
  }
  const verdictOf = async (page: Page, said: RegExp) => {
    await page.locator('#verdict').filter({ hasText: said }).waitFor()
  }

  test('a request: totals, findings, UBL and the printed page, without a network', async () => {
    const { page, wrong } = await opened()
    await page.getByRole('button', { name: 'Load an example' }).click()
    await verdictOf(page, /^Valid by PINT AE/)
    assert.match((await page.locator('#totals').textContent()) ?? '', /payable amount48656\.35/)
    assert.match((await page.locator('#ubl').textContent()) ?? '', /^<\?xml[\s\S]*<Invoice /)
    const printed = page.frameLocator('#printed')
    await printed.getByText('Gulf Metals Trading LLC').first().waitFor()
    await page.getByRole('button', { name: 'Load one with a mistake' }).click()
    await verdictOf(page, /^Not valid/)
    await page.locator('#findings').getByText('IBR-128-AE').waitFor()
    await page.getByLabel('Language').selectOption('ar')
    await page.locator('#findings[lang="ar"]').getByText('الإمارة').first().waitFor()
    assert.deepEqual(wrong, [])
  })

  test('UBL, what is neither, and what is refused', async () => {
    const { page, wrong } = await opened()
    await page.getByRole('button', { name: 'Load an example' }).click()
    await verdictOf(page, /^Valid/)
    const ubl = (await page.locator('#ubl').textContent()) ?? ''
    const text = page.getByLabel('The document', { exact: true })
    await text.fill(ubl)
    await verdictOf(page, /^Valid by PINT AE Self-Billing 1\.0\.4/)
    assert.match((await page.locator('#totals').textContent()) ?? '', /PayableAmount48656\.35 AED/)
    await text.fill(ubl.replaceAll('>389<', '>388<'))
    await verdictOf(page, /^Not valid/)
    for (const [typed, said] of [
      ['<a><b></a>', /^Not checked: /],
      ['<!DOCTYPE a><a/>', /^Not checked: /],
      ['<Invoice xmlns="x"/>', /^Not checked: /],
      ['{"note":', /^Refused/],
      ['hello', /^Refused/],
    ] as const) {
      await text.fill(typed)
      await verdictOf(page, said)
    }
    assert.deepEqual(wrong, [])
  })

  test('a link holds the document, and a damaged or long one says so', async () => {
    const { page } = await opened()
    await page.getByRole('button', { name: 'Load an example' }).click()
    await verdictOf(page, /^Valid/)
    await page.getByRole('button', { name: 'Copy a link' }).click()
    await page.waitForFunction('location.hash.length > 100')
    const link = await page.evaluate<string>('location.hash')
    const { page: other } = await opened(link)
    await verdictOf(other, /^Valid/)
    await page.getByLabel('The document', { exact: true }).fill('hello')
    await verdictOf(page, /^Refused/)
    await page.evaluate(`location.hash = ${JSON.stringify(`${link}#`.slice(0, 40))}`)
    await verdictOf(page, /^The link is cut off or damaged/)
    const { page: damaged } = await opened(link.slice(0, 300))
    await verdictOf(damaged, /^The link is cut off or damaged/)
    const noise = Array.from({ length: 9_000 }, (_, at) => (at * 7_919 * 104_729).toString(36)).join('')
    await page.getByLabel('The document', { exact: true }).fill(noise)
    await page.getByRole('button', { name: 'Copy a link' }).click()
    await page.locator('#shared').getByText('too long for a link').waitFor()
  })

  test('nothing on it hinders anybody, and it fits a telephone', async () => {
    for (const look of [wide, { width: 390, colorScheme: 'dark' }] as const) {
      const { page } = await opened('', look)
      await page.getByRole('button', { name: 'Load one with a mistake' }).click()
      await verdictOf(page, /^Not valid/)
      const watch = new Watch(page, origin)
      assert.deepEqual([await watch.violations(), await watch.overflow()], [[], 0])
      await page.frameLocator('#printed').getByText('Gulf Metals Trading LLC').first().waitFor()
      const pictures = process.env.SCREENSHOTS
      if (pictures !== undefined)
        await page.screenshot({ path: join(pictures, `check-${look.width}.png`), fullPage: true })
    }
  })

  test('without the reading of XML it is small', () => {
    const files = readdirSync(folder).filter((file) => file !== 'judge.js')
    const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length).reduce((a, b) => a + b)
    assert.ok(bytes < 400_000, `${bytes} bytes`)
  })
})

const wide = { width: 1280, colorScheme: 'light' } as const
