import { relative } from 'node:path'
import type { MarkdownOptions } from 'vitepress'
import { isExternal } from '../../scripts/site/markdown-text.ts'
import { targetOf } from '../../scripts/site/site-paths.ts'

export type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]
type RenderState = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0]

/**
 * Turns the links of Markdown files into addresses of the site. Throws when a page has links that
 * lead nowhere, which ends the build.
 */
export function leadLinksToPages(markdown: MarkdownIt, root: string): void {
  markdown.core.ruler.push('site_links', (state) => rewriteLinks(root, state))
}

function rewriteLinks(root: string, { tokens, env }: RenderState): void {
  const file = relative(root, fileOf(env))
  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')
  const dead: string[] = []
  for (const link of links) {
    const href = String(link.attrGet('href') ?? '')
    // The generator makes the links of headings to themselves.
    if (isExternal(href) || link.attrGet('class') === 'header-anchor') continue
    const target = targetOf(root, file, href)
    if (target === undefined) dead.push(href)
    else link.attrSet('href', target.address)
  }
  if (dead.length > 0) throw new Error(`${file} has links that lead nowhere: ${dead.join(', ')}`)
}

/** The search index renders a page from its own place, the page itself from its place on the site. */
function fileOf({ realPath, path }: { readonly realPath?: string; readonly path: string }): string {
  return realPath ?? path
}
