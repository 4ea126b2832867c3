import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLinksTo } from './markdown-text.ts'
import { addressOf, pagePathOf, targetOf } from './site-paths.ts'

// llms.txt and llms-full.txt, the two files in which language models look for a documentation:
// https://llmstxt.org. Links are relative, since the site works under any address.

type Sections = readonly (readonly [title: string, pages: Readonly<Record<string, string>>])[]

/** Pages about the code of Selfbill: listed, but not part of the full text. */
const sectionOfTheCode = 'Change it'
/** Reference tables and history, which would be half of the full text. */
const onlyListed: ReadonlySet<string> = new Set(['docs/rules.md', 'docs/rulebook-gaps.md', 'CHANGELOG.md'])

export interface SiteTexts {
  readonly root: string
  readonly title: string
  readonly description: string
  readonly sections: Sections
}

/** Writes both files into the folder of the built site. */
export function writeTextsForModels(folder: string, texts: SiteTexts): void {
  writeFileSync(join(folder, 'llms.txt'), listOfPages(texts))
  writeFileSync(join(folder, 'llms-full.txt'), fullText(texts))
}

function listOfPages({ title, description, sections }: SiteTexts): string {
  const lists = sections.map(([name, pages]) => {
    const lines = Object.entries(pages).map(([file, text]) => `- [${text}](${fromRoot(pageAddress(file))})`)
    return `## ${name}\n\n${lines.join('\n')}\n`
  })
  return `# ${title}\n\n> ${description}\n\nThe text of the main pages: [llms-full.txt](llms-full.txt)\n\n${lists.join('\n')}`
}

function fullText({ root, title, description, sections }: SiteTexts): string {
  const files = sections.flatMap(([name, pages]) => (name === sectionOfTheCode ? [] : Object.keys(pages)))
  const pages = files.filter((file) => !onlyListed.has(file)).map((file) => pageText(root, file))
  return `# ${title}\n\n> ${description}\n\n${pages.join('\n')}`
}

function pageText(root: string, file: string): string {
  const markdown = readFileSync(join(root, file), 'utf8').trim()
  const linked = withLinksTo(markdown, (link) => {
    const target = targetOf(root, file, link)
    return target === undefined ? link : fromRoot(target.address)
  })
  return `---\n\nPage: ${fromRoot(pageAddress(file))}\n\n${linked}\n`
}

function pageAddress(file: string): string {
  return addressOf(pagePathOf(file) ?? file)
}

/** `/guide/clerk.html#repair` → `guide/clerk.html#repair`, `/decisions/` → `decisions/index.html`. */
function fromRoot(address: string): string {
  return address.replace(/^\//, '').replace(/(^|\/)(#.*)?$/, '$1index.html$2')
}
