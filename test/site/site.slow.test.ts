import assert from 'node:assert/strict'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { sections } from '../../docs/.vitepress/pages.ts'
import { isExternal, linksIn } from '../../scripts/site/markdown-text.ts'
import { pagePathOf, sourcePathOf } from '../../scripts/site/site-paths.ts'
import { pageFiles, sourcePages } from '../../scripts/site/source-pages.ts'
import { BuiltSite, buildSite, type Reference } from './built-site.ts'

// The site as readers get it: every page, every link, and nothing from another host.

const root = new URL('../../', import.meta.url).pathname

/** The least number of links, and the most bytes: a model reads either file at once. */
const textsForModels = [
  ['llms.txt', 40, 10_000],
  ['llms-full.txt', 200, 700_000],
] as const

suite('the documentation as a site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-site-'))
  let site: BuiltSite
  before(() => {
    const { status, output } = buildSite(folder)
    assert.equal(status, 0, output)
    site = new BuiltSite(folder)
  })
  after(() => rmSync(folder, { recursive: true }))

  test('has every page', () => {
    const pages = pageFiles(root).map((file) => pagePathOf(file) ?? file)
    const sources = sourcePages(root).map(({ path }) => `${sourcePathOf(path)}.md`)
    const expected = [...pages, ...sources, '404.md', 'check/index.md'].map((page) => page.replace(/\.md$/, '.html'))
    assert.deepEqual(site.pages, expected.sort())
  })

  test('every link and every file that a page loads is there, with its heading', () => {
    const references = site.pages.flatMap((page) => site.references(page))
    assert.ok(references.filter(({ isLink }) => isLink).length > 5_000, 'links are found at all')
    const dead = references.filter((reference) => !isThere(site, reference))
    assert.deepEqual(
      dead.map(({ page, to }) => `${page}: ${to}`),
      [],
    )
  })

  test('no page loads anything from another host', () => {
    const loaded = site.pages.flatMap((page) => site.references(page)).filter(({ isLink }) => !isLink)
    const foreign = [...loaded.map(({ to }) => to), ...site.styleReferences()].filter((to) => /^(\w+:)?\/\//.test(to))
    assert.ok(loaded.length > 500, 'what pages load is found at all')
    assert.deepEqual(foreign, [])
  })

  test('llms.txt lists every page of the sidebar', () => {
    const expected = sections.flatMap(([, pages]) => Object.keys(pages)).map((file) => pagePathOf(file) ?? file)
    const listed = linksIn(site.text('llms.txt')).filter((link) => link !== 'llms-full.txt')
    assert.deepEqual(
      listed,
      expected.map((page) => page.replace(/\.md$/, '.html')),
    )
  })

  for (const [file, linksMin, bytesMax] of textsForModels) {
    test(`${file}: every link leads to a page and its heading, and the size has a limit`, () => {
      const links = linksIn(site.text(file))
      assert.ok(links.length >= linksMin, `${links.length} links`)
      const dead = links.filter((to) => !isThere(site, { page: file, to, isLink: true }))
      assert.deepEqual(dead, [])
      const size = Buffer.byteLength(site.text(file))
      assert.ok(size <= bytesMax, `${size} bytes`)
    })
  }

  test('llms-full.txt has the text of a page, and where it is', () => {
    const text = site.text('llms-full.txt')
    assert.ok(text.includes('Page: guide/clerk.html\n'))
    assert.ok(text.includes('## Repair a document'))
  })

  test('the search finds pages, and leaves out source files', () => {
    const [index = ''] = globSync('assets/**/*localSearchIndex*.js', { cwd: folder })
    const text = site.text(index)
    assert.ok(text.includes('guide/clerk.html#repair-a-document'))
    assert.ok(text.includes('decisions/0077-documentation-as-a-site.html'))
    assert.ok(!text.includes('source/'))
  })
})

// One build for all of them. That good links pass is seen above; site-paths.test.ts has more of both.
test('a build fails for links to a missing page, file or heading, and names them all', () => {
  const good = '[page](page.md), [file](../LICENSE), [part](page.md#part)'
  const project = smallProject(`${good}, [page](gone.md), [file](../src/gone.ts), [part](page.md#gone)`)
  const { status, output } = buildSite(join(project, 'built'), project)
  rmSync(project, { recursive: true })
  assert.notEqual(status, 0, output)
  assert.ok(output.includes('README.md has links that lead nowhere: gone.md, ../src/gone.ts, page.md#gone\n'), output)
})

function isThere(site: BuiltSite, { page, to, isLink }: Reference): boolean {
  if (isExternal(to)) return isLink
  if (to.startsWith('data:')) return true
  // Relative, so that the site works under any path.
  if (to.startsWith('/')) return false
  const [path = '', anchor] = decodeURI(to).split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), path)
  if (!existsSync(join(site.folder, target))) return false
  return anchor === undefined || anchor === '' || site.hasAnchor(target, anchor)
}

/** A project with two pages. */
function smallProject(text: string): string {
  const project = mkdtempSync(join(tmpdir(), 'selfbill-site-'))
  const pages = { 'README.md': 'Start', 'page.md': 'Page' }
  const listed = Object.entries(pages).map(([file, title]) => [posix.join('docs', file), title])
  writeFiles(project, { LICENSE: 'free', 'src/console/assets/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  writeFiles(join(project, 'docs'), {
    'README.md': `# Start\n\n${text}\n`,
    'page.md': '# Page\n\n## Part\n',
    'source/[path].md': '<!-- @content -->\n',
    'source/[path].paths.ts': `import { sourcePages } from '${root}scripts/site/source-pages.ts'
const pages = () => sourcePages('${project}').map(({ path, markdown }) => ({ params: { path }, content: markdown }))
export default { paths: pages }
`,
    '.vitepress/config.ts': `import { siteConfig } from '${root}docs/.vitepress/site-config.ts'
const sections = [['All', ${JSON.stringify(Object.fromEntries(listed))}]]
export default siteConfig({ root: '${project}', sections })
`,
  })
  symlinkSync(join(root, 'docs/node_modules'), join(project, 'docs/node_modules'))
  return project
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
}
