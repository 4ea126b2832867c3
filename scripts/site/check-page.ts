import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { publishedRules } from './published-rules.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Writes the page "Check a document" into a folder of the site. Source: docs/decisions/0182. */
export async function writeCheckPage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const build = await rolldown({
    input: join(root, 'docs/check/check.js'),
    platform: 'browser',
    plugins: [publishedRules({ '#examples': `export default ${JSON.stringify(examples())}` })],
  })
  await build.write({ dir: folder, minify: true, entryFileNames: 'check.js', chunkFileNames: '[name].js' })
  copyFileSync(join(root, 'docs/check/page.html'), join(folder, 'index.html'))
  copyFileSync(join(root, 'docs/check/check.css'), join(folder, 'check.css'))
}

function examples(): Readonly<Record<'good' | 'bad' | 'profile', string>> {
  const read = (name: string) => readFileSync(join(root, 'examples', name), 'utf8')
  const good = read('purchase-invoice.json')
  return { good, bad: good.replace('"DXB"', '"Dubai"'), profile: read('business-profile.json') }
}

const [, , folder] = process.argv
if (import.meta.main && folder !== undefined) await writeCheckPage(folder)
