import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

// Every link in every Markdown file leads somewhere: a file or folder that is there, and a heading
// that the file has. So does every citation in the code.

const root = new URL('../../', import.meta.url).pathname
const elsewhere = new Set(['node_modules', '.git', 'data', 'dist'])
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && !path.split('/').some((step) => elsewhere.has(step)))
  .map((path) => join(root, path))

const sources = ['src', 'test', 'bench', 'client/src', 'scripts', 'migrations']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
  )
  .filter((path) => /\.(ts|mjs|sql|sch)$/.test(path) && !path.endsWith('links.test.ts'))
const records = readdirSync(join(root, 'docs/decisions'))

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

test('no two headings of a linked file have the same anchor', () => {
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

test('a citation in the code is a section of a file in docs/', () => {
  const broken = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const cited = Array.from(text.matchAll(/\bdocs\/[\w./-]+(?:#[\w-]+)?/g), ([link]) => link.replace(/\.$/, ''))
    const foreign = Array.from(text.matchAll(elsewhereCited), ([words]) => words)
    return [...cited.filter((link) => !isSection(link)), ...foreign].map((link) => `${relative(root, file)}: ${link}`)
  })
  assert.deepEqual(broken, [], 'cite as docs/contract.md#party, docs/network.md#envelope or docs/decisions/0053')
})

/** Texts that are not in this repository. */
const elsewhereCited = /\bdecisions §\d|\bcontract(?:\.md)?,? "|(?<!docs\/)\bnetwork\.md §|\bpint-ae-\w+ §/g

/** `docs/decisions/0053` stands for the file that begins with the number. */
function isSection(link: string): boolean {
  const record = /^docs\/decisions\/(\d{4})$/.exec(link)?.[1]
  if (record !== undefined) return records.some((name) => name.startsWith(`${record}-`))
  return leadsSomewhere(join(root, 'README.md'), link)
}

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
