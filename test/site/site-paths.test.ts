import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { sections } from '../../docs/.vitepress/pages.ts'
import { siteConfig } from '../../docs/.vitepress/site-config.ts'
import { withoutLinks } from '../../scripts/site/markdown-text.ts'
import { addressOf, pagePathOf, sourcePathOf, targetOf } from '../../scripts/site/site-paths.ts'
import { pageFiles, sourcePages } from '../../scripts/site/source-pages.ts'

const root = new URL('../../', import.meta.url).pathname

suite('the pages of the site', () => {
  test('a page of a package has words for links to what is not there, and no picture', () => {
    const page = '[One](one.md), ![a picture](one.webp), `[One](one.md)`, [Two](two.md), ![another](two.webp)'
    const left = withoutLinks(page, (link) => link.startsWith('one'))
    assert.equal(left, 'One, , `[One](one.md)`, [Two](two.md), ![another](two.webp)')
  })

  test('a link leads to a page, its heading, or the page that shows a file', () => {
    const cases: readonly (readonly [file: string, link: string, address: string | undefined])[] = [
      ['docs/console.md', 'integrating.md', '/integrating.html'],
      ['docs/console.md', 'integrating.md#webhooks', '/integrating.html#webhooks'],
      ['docs/console.md', '#documents', '/console.html#documents'],
      ['docs/console.md', 'integrating.md#no-such-heading', undefined],
      ['docs/console.md', '#no-such-heading', undefined],
      ['docs/console.md', 'no-such-page.md', undefined],
      ['docs/console.md', '../../elsewhere.md', undefined],
      ['README.md', 'docs/', '/'],
      ['README.md', 'docs/decisions/', '/decisions/'],
      ['docs/README.md', '../README.md', '/overview.html'],
      ['docs/guide/clerk.md', '../../examples/import.csv', '/source/examples/import.csv.html'],
      ['docs/guide/clerk.md', '/examples/import.csv', '/source/examples/import.csv.html'],
      ['CONTRIBUTING.md', '.ci/run', '/source/dot-ci/run.html'],
      ['docs/adding-a-page.md', '../src/console/pages/', '/source/src/console/pages.html'],
      ['docs/adding-a-page.md', '../src/console/console.ts#page', undefined],
    ]
    for (const [file, link, address] of cases)
      assert.equal(targetOf(root, file, link)?.address, address, `${file}: ${link}`)
  })

  test('no two pages have the same address', () => {
    const pages = pageFiles(root).map((file) => pagePathOf(file) ?? '')
    const sources = sourcePages(root).map(({ path }) => `${sourcePathOf(path)}.md`)
    const addresses = [...pages, ...sources].map(addressOf)
    assert.ok(pages.length > 70 && sources.length > 100)
    assert.equal(new Set(addresses).size, addresses.length)
  })

  test('a source page shows the file, and a folder leads to the pages of its files', () => {
    const pages = new Map(sourcePages(root).map(({ path, markdown }) => [path, markdown]))
    const text = readFileSync(join(root, 'pint-ae/src/html/html.ts'), 'utf8')
    assert.ok(pages.get('pint-ae/src/html/html.ts')?.includes(text.trimEnd()))
    assert.ok(pages.get('examples/large-1000-lines.json')?.includes('This is the beginning.'))
    assert.ok(pages.get('src/application')?.includes('[`once.ts`](/src/application/once.ts)'))
  })

  test('no source page is made for what nobody links to', () => {
    const paths = sourcePages(root).map(({ path }) => path)
    assert.ok(paths.every((path) => existsSync(join(root, path)) && pagePathOf(path) === undefined))
    assert.ok(!paths.includes('package-lock.json'))
  })

  test('every page is in the sidebar, and every entry has a page', () => {
    assert.doesNotThrow(() => siteConfig({ root, sections }))
    const withoutFirst = sections.slice(1)
    assert.throws(() => siteConfig({ root, sections: withoutFirst }), /docs\/guide\/clerk\.md is not in the sidebar/)
    const withGhost = [...sections, ['More', { 'ghost.md': 'Ghost' }] as const]
    assert.throws(() => siteConfig({ root, sections: withGhost }), /names ghost\.md, which does not exist/)
  })

  test('no prose holds two braces, which the generator would compute', () => {
    const prose = (file: string) =>
      readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
    assert.deepEqual(
      pageFiles(root).filter((file) => prose(file).includes('{{')),
      [],
    )
  })
})
