import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { anchorsIn, linksIn } from '../../scripts/site/markdown-text.ts'

// Every link in a Markdown file leads to a file or folder that exists and to a heading in it. So
// does every citation in the code.

const root = new URL('../../', import.meta.url).pathname
const elsewhere = new Set(['node_modules', '.git', 'data', 'dist', 'release'])
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && !path.split('/').some((step) => elsewhere.has(step)))
  .map((path) => join(root, path))

const sources = ['src', 'test', 'bench', 'client/src', 'schematron/src', 'pint-ae/src', 'scripts', 'migrations']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
  )
  .filter((path) => /\.(ts|mjs|sql|sch)$/.test(path) && !/links\.test\.ts$|\/node_modules\//.test(path))
const records = readdirSync(join(root, 'docs/decisions'))

test('links in Markdown files resolve, with their anchors', () => {
  const broken = files.flatMap((file) =>
    linksOf(file)
      .filter((link) => !leadsSomewhere(file, link))
      .map((link) => `${relative(root, file)}: ${link}`),
  )
  assert.ok(
    files.some((file) => linksOf(file).length > 10),
    'links are found at all',
  )
  assert.deepEqual(broken, [])
})

test('a long page begins with its contents', () => {
  const pages = files.filter((file) => relative(root, file).startsWith('docs/'))
  const long = pages.map((file) => readFileSync(file, 'utf8')).filter((text) => text.length > 40_000)
  const written = long.filter((text) => !text.startsWith('<!-- Written by'))
  assert.ok(written.length > 1)
  for (const text of written) {
    const [title = ''] = text.split('\n')
    const contents = /^On this page:\s(.*?)\.\n\n/ms.exec(text)?.[1] ?? assert.fail(`${title}: no contents`)
    const listed = Array.from(contents.matchAll(/\[([^\]]+)\]\(#/g), ([, words]) => words)
    assert.deepEqual(
      listed,
      Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading),
      title,
    )
  }
})

test('no page installs a package of ours by its name while none is on the registry', () => {
  const byName = /npm (?:install|i|exec)\s+(?:-\S+\s+)*@?selfbill\b(?!\S*\.tgz)/
  const pages = files.filter(
    (file) => relative(root, file) !== 'CHANGELOG.md' && !file.startsWith(join(root, 'docs/dec')),
  )
  const wrong = pages.filter((file) => byName.test(readFileSync(file, 'utf8')))
  assert.deepEqual(
    wrong.map((file) => relative(root, file)),
    [],
  )
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

/** These texts are not in this repository. */
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

function linksOf(file: string): readonly string[] {
  return linksIn(readFileSync(file, 'utf8'))
}

function anchorsOf(file: string): readonly string[] {
  return anchorsIn(readFileSync(file, 'utf8'))
}
