import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme, UserConfig } from 'vitepress'
import { anchorOf, titleIn } from '../../scripts/site/markdown-text.ts'
import { addressOf, foldersWithoutPages, pagePathOf, sourcePathOf } from '../../scripts/site/site-paths.ts'
import { pageFiles } from '../../scripts/site/source-pages.ts'
import { writeTextsForModels } from '../../scripts/site/texts-for-models.ts'
import { frameIndentedCode, keepBracesInCode } from './code-as-written.ts'
import { leadLinksToPages } from './site-links.ts'

/** A group of the sidebar: its title, then each page with its title. */
export type Section = readonly [title: string, pages: Readonly<Record<string, string>>]

export interface SiteContents {
  /** The folder of the project. */
  readonly root: string
  readonly sections: readonly Section[]
}

const title = 'Selfbill'
const description = 'Self-billed invoices and credit notes for the UAE e-invoicing mandate'
const decisions = 'docs/decisions/'
/** Tables of many columns take the place of the outline. */
const widePages: ReadonlySet<string> = new Set(['docs/rules.md', 'docs/operations.md', 'docs/dependencies.md'])
/** The template of the pages that show source files. */
const sourceRoute = /^docs\/source\/(.+)\.md$/

/**
 * The settings of the generator. Addresses are relative, so that one build works under any address,
 * and nothing is loaded from another host: neither search nor fonts.
 */
export function siteConfig({ root, sections }: SiteContents): UserConfig<DefaultTheme.Config> {
  const pages = pageFiles(root)
  refuseHiddenPages(pages, sections)
  return {
    lang: 'en',
    title,
    description,
    base: './',
    srcDir: '..',
    srcExclude: ['**/node_modules/**', ...foldersWithoutPages.map((folder) => `${folder}/**`)],
    rewrites: (file) => rewritten(file),
    head: [['link', { rel: 'icon', href: iconIn(root) }]],
    markdown: {
      // Braces and colons are text here, as they are in the repository.
      attrs: false,
      emoji: false,
      linkify: false,
      anchor: { slugify: anchorOf },
      config: (markdown) => {
        leadLinksToPages(markdown, root)
        frameIndentedCode(markdown)
        keepBracesInCode(markdown)
      },
    },
    transformPageData: ({ filePath, frontmatter }) => {
      if (widePages.has(filePath)) frontmatter.aside = false
    },
    async buildEnd({ outDir }) {
      await writeTextsForModels(outDir, { root, title, description, sections })
      // A page of its own, with a policy that allows no connection.
      const script = join(root, 'scripts/site/check-page.ts')
      execFileSync(process.execPath, [script, join(outDir, 'check')], { stdio: 'inherit' })
    },
    themeConfig: themeOf(root, pages, sections),
    vite: {
      // The search index, which a browser loads only to search.
      build: { chunkSizeWarningLimit: 1_000 },
      server: { host: '127.0.0.1', fs: { deny: ['**/data/**', '**/.git/**', '.env*'] } },
    },
  }
}

function rewritten(file: string): string {
  const source = sourceRoute.exec(file)?.[1]
  if (source !== undefined && !source.includes('[')) return `${sourcePathOf(source)}.md`
  return pagePathOf(file) ?? file
}

function themeOf(root: string, pages: readonly string[], sections: readonly Section[]): DefaultTheme.Config {
  const groups = sections.map(([text, entries]) => ({ text, items: itemsOf(Object.entries(entries)) }))
  const records = pages.filter((file) => file.startsWith(decisions) && !file.endsWith('/README.md'))
  const titles = records.map((file): [string, string] => [
    file,
    titleIn(readFileSync(join(root, file), 'utf8')) ?? file,
  ])
  return {
    nav: [
      { text: 'Guides', items: groups[0]?.items ?? [] },
      // `target`: the router of the site knows only its own pages.
      { text: 'Check a document', link: '/check/index.html', target: '_self' },
      { text: 'Changelog', link: linkTo('CHANGELOG.md') },
    ],
    sidebar: {
      '/decisions/': [
        { text: 'All pages', link: '/' },
        { text: 'Decisions', link: linkTo(`${decisions}README.md`), items: itemsOf(titles) },
      ],
      '/': groups,
    },
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  }
}

function itemsOf(entries: readonly (readonly [file: string, text: string])[]): { text: string; link: string }[] {
  return entries.map(([file, text]) => ({ text, link: linkTo(file) }))
}

function linkTo(file: string): string {
  return addressOf(pagePathOf(file) ?? file)
}

/** Throws for a page that no reader finds, and for an entry without a page. */
function refuseHiddenPages(pages: readonly string[], sections: readonly Section[]): void {
  const listed = sections.flatMap(([, entries]) => Object.keys(entries))
  const hidden = pages.filter((file) => !listed.includes(file) && !file.startsWith(decisions))
  const missing = listed.filter((file) => !pages.includes(file))
  const problems = [
    ...hidden.map((file) => `${file} is not in the sidebar: add it to docs/.vitepress/pages.ts`),
    ...missing.map((file) => `docs/.vitepress/pages.ts names ${file}, which does not exist`),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** The icon of the console, inside the page: a browser asks for no other file. */
function iconIn(root: string): string {
  const icon = readFileSync(join(root, 'src/console/assets/icon.svg'))
  return `data:image/svg+xml;base64,${icon.toString('base64')}`
}
