import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { publishedRules } from '../../scripts/site/published-rules.ts'
import { startChromium } from './chromium.ts'

// @selfbill/pint-ae in a page whose policy lets no text become code, bundled as people bundle.

const root = join(import.meta.dirname, '../..')
const source = (path: string) => join(root, 'pint-ae/src', path)
const origin = 'http://library.example'
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
let browser: Browser
before(async () => {
  browser = await startChromium()
})
after(() => browser?.close())

test('a page computes, judges and shows a document', async () => {
  const scripts = new Map<string, string>()
  for (const name of ['index', 'judge', 'rules', 'page/index']) scripts.set(`/${name}.js`, await bundled(name))
  const page = await (await browser.newContext()).newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (said) => problems.push(said.text()))
  await page.route(`${origin}/**`, (route) => {
    const script = scripts.get(new URL(route.request().url()).pathname)
    return script === undefined
      ? route.fulfill({
          contentType: 'text/html',
          headers: { 'content-security-policy': policy },
          body: '<title>x</title>',
        })
      : route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.goto(`${origin}/`)
  const example = (name: string) => JSON.stringify(readFileSync(join(root, 'examples', name), 'utf8'))
  const shown = await page.evaluate(`(async () => {
    const [{ compute }, { judge }, { rules }, { draftPage, htmlOf }] = await Promise.all(
      ['index', 'judge', 'rules', 'page/index'].map((name) => import('/' + name + '.js')))
    const options = { family: 'purchase-invoices', profile: ${example('business-profile.json')}, number: 'SB-1' }
    const made = compute(${example('purchase-invoice.json')}, options)
    const broken = compute(${example('breaks-rules.json')}, options)
    const html = htmlOf(draftPage(made, { ...options, language: 'ar' }))
    return [made.isValid, made.totals.payable_amount, judge(made.ubl).rules, broken.isValid, judge(broken.ubl).isValid,
      rules().length > 300, html.includes('dir="rtl"')]
  })()`)
  assert.deepEqual(shown, [true, '48656.35', 'PINT AE Self-Billing 1.0.4', false, false, true, true])
  assert.deepEqual(problems, [])
})

test('without the reading of XML it is small', async () => {
  const bytes = gzipSync(await bundled('index')).length
  assert.ok(bytes < 400_000, `${bytes} bytes`)
})

/** An entry with everything that it needs, and the rules as they are published. */
async function bundled(name: string): Promise<string> {
  const build = await rolldown({ input: source(`${name}.ts`), platform: 'browser', plugins: [publishedRules()] })
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  const [{ code }] = output
  assert.doesNotMatch(code, /from\s*["']node:/)
  return code
}
