import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

// Every link in every Markdown file leads somewhere: a file or folder that is there, and a heading
// that the file has.

const root = new URL('../../', import.meta.url).pathname
const elsewhere = new Set(['node_modules', '.git', 'data', 'dist'])
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && !path.split('/').some((step) => elsewhere.has(step)))
  .map((path) => join(root, path))

test('links in Markdown files resolve, with their anchors', () => {
  const broken = files.flatMap((file) =>
    linksIn(file)
      .filter((link) => !leadsSomewhere(file, link))
      .map((link) => `${relative(root, file)}: ${link}`),
  )
  assert.ok(
    files.some((file) => linksIn(file).length > 10),
    'links are found at all',
  )
  assert.deepEqual(broken, [])
})

test('no two headings of a file that is linked into have the same anchor', () => {
  const anchored = new Set(
    files.flatMap((file) =>
      linksIn(file)
        .filter((link) => link.includes('#'))
        .map((link) => targetOf(file, link)),
    ),
  )
  for (const file of anchored) {
    const anchors = existsSync(file) ? anchorsOf(file) : []
    assert.equal(new Set(anchors).size, anchors.length, relative(root, file))
  }
})

function leadsSomewhere(file: string, link: string): boolean {
  const target = targetOf(file, link)
  if (!existsSync(target)) return false
  const anchor = link.split('#')[1]
  return anchor === undefined || anchorsOf(target).includes(anchor)
}

function targetOf(file: string, link: string): string {
  const path = decodeURI(link.split('#')[0] ?? '')
  return path === '' ? file : join(dirname(file), path)
}

/** Links within the project: `[text](path#anchor)`, outside of code. */
function linksIn(file: string): readonly string[] {
  return Array.from(proseOf(file).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link ?? '').filter(
    (link) => !/^(https?|mailto):/.test(link),
  )
}

/** Of headings, as GitHub makes them: small letters, hyphens for blanks, no other signs. */
function anchorsOf(file: string): readonly string[] {
  return Array.from(proseOf(file, false).matchAll(/^#{1,6} +(.+)$/gm), ([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}

/** Without fenced code; without code in a line either, unless a heading may hold some. */
function proseOf(file: string, isWithoutSpans = true): string {
  const text = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  return isWithoutSpans ? text.replaceAll(/`[^`\n]*`/g, '') : text
}
