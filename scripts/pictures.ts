import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../src/config/config.ts'
import { buildService, type Service } from '../src/service/service.ts'
import { type Browser, type Page, startChromium } from '../test/browser/chromium.ts'

// `npm run pictures`: the pictures of README, guides and site, in docs/images. They show the
// documents of the demo in Chromium, each light and dark.

const root = new URL('../', import.meta.url)
const folder = new URL('docs/images/', root)
const size = { width: 1280, height: 900 }
const quality = 82

const examples = [
  ['invoice-services-and-goods.json', 'purchase-invoices'],
  ['invoice-in-us-dollars.json', 'purchase-invoices'],
  ['sales-invoice.json', 'sales-invoices'],
  ['purchase-credit-note.json', 'purchase-credit-notes'],
  ['rejected-by-authority.json', 'purchase-invoices'],
  ['breaks-rules.json', 'purchase-invoices'],
  ['purchase-invoice.json', 'purchase-invoices'],
] as const

const directory = await mkdtemp(join(tmpdir(), 'selfbill-pictures-'))
const config = readConfig({ PORT: '0', DATA_DIR: directory, GATEWAY: 'sandbox', LOG_LEVEL: 'error' })
const service = await buildService(config)
const browser = await startChromium()
try {
  await takeAll(service, browser)
} finally {
  await browser.close()
  await service.stop()
  await rm(directory, { recursive: true, force: true })
}

async function takeAll(service: Service, browser: Browser): Promise<void> {
  const address = await service.start()
  const token = await service.demoToken()
  const documents = await issueDocuments(address, token)
  const [invoice, broken] = [documents.get('purchase-invoice.json'), documents.get('breaks-rules.json')]
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ baseURL: address, viewport: size, colorScheme })
    const page = await context.newPage()
    await page.goto((await service.demoLoginAddress(address)) ?? '')
    await page.locator('main button[type=submit]').click()
    await take(page, '/console/documents?view=all', `inbox-${colorScheme}`)
    await take(page, `/console/documents/${invoice}`, `document-${colorScheme}`)
    await take(page, `/console/documents/${broken}`, `findings-${colorScheme}`)
    await take(page, `/console/documents/${broken}/repair`, `repair-${colorScheme}`)
    await context.close()
  }
  await takePrinted(address, token, invoice)
}

/** The printed page is written into an empty one: its own policy allows the browser too little. */
async function takePrinted(address: string, token: string, document: string | undefined): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const printed = await fetch(`${address}/api/${document}/html?language=ar`, { headers })
  if (printed.status !== 200) throw new Error(`the printed page: ${printed.status}`)
  const page = await browser.newPage({ viewport: { width: 900, height: 1100 } })
  await page.setContent(await printed.text())
  await capture(page, 'printed-arabic')
}

/** Issues what the demo issues, and waits until nothing is pending. File name → family and id. */
async function issueDocuments(address: string, token: string): Promise<ReadonlyMap<string, string>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const documents = new Map<string, string>()
  for (const [file, family] of examples) {
    const body = await readFile(new URL(`examples/${file}`, root))
    const response = await fetch(`${address}/api/${family}/BP-DEMO000001`, { method: 'POST', headers, body })
    const { id }: { id?: string } = JSON.parse(await response.text())
    if (response.status !== 201 || id === undefined) throw new Error(`${file}: ${response.status}`)
    documents.set(file, `${family}/${id}`)
  }
  for (let look = 0; look < 100; look += 1) {
    const statuses = await Promise.all(
      [...documents.values()].map(async (path) => (await fetch(`${address}/api/${path}`, { headers })).text()),
    )
    if (!statuses.some((text) => text.includes('"overall_status":"PENDING"'))) return documents
    await sleep(100)
  }
  throw new Error('the documents did not reach their final status')
}

async function take(page: Page, address: string, name: string): Promise<void> {
  const response = await page.goto(address, { waitUntil: 'load' })
  if (response?.status() !== 200) throw new Error(`${address}: ${response?.status()}`)
  await capture(page, name)
}

/** WebP is a third of the size of PNG here; only the protocol of the browser writes it. */
async function capture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  const bytes = Buffer.from(data, 'base64')
  await writeFile(new URL(`${name}.webp`, folder), bytes)
  console.log(`docs/images/${name}.webp  ${Math.round(bytes.length / 1000)} kB`)
}
