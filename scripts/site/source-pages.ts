import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { linksIn } from './markdown-text.ts'
import { foldersWithoutPages, pagePathOf, targetOf } from './site-paths.ts'

// Pages that show the source files and folders that other pages link to. So every link works on the
// site alone, without a host for the source.

/** A longer file is cut: highlighted it would have megabytes. */
const charactersMax = 32_000

export interface SourcePage {
  /** In the project: `src/api/faults.ts`. */
  readonly path: string
  readonly markdown: string
}

/** The Markdown files that are pages of the site. */
export function pageFiles(root: string): readonly string[] {
  const isElsewhere = (path: string) => foldersWithoutPages.includes(path) || path.endsWith('/node_modules')
  return globSync('**/*.md', { cwd: root, exclude: isElsewhere })
    .filter((file) => pagePathOf(file) !== undefined && !file.includes('['))
    .sort()
}

/** A page for every file and folder that is linked and is no page itself. */
export function sourcePages(root: string): readonly SourcePage[] {
  const linked = new Set(pageFiles(root).flatMap((file) => sourcesLinkedIn(root, file)))
  return [...linked].sort().map((path) => ({ path, markdown: markdownOf(root, path, linked) }))
}

function sourcesLinkedIn(root: string, file: string): readonly string[] {
  return linksIn(readFileSync(join(root, file), 'utf8')).flatMap((link) => {
    const target = targetOf(root, file, link)
    return target?.isSource ? [target.path] : []
  })
}

function markdownOf(root: string, path: string, linked: ReadonlySet<string>): string {
  const isFolder = statSync(join(root, path)).isDirectory()
  return `# ${path.replaceAll('_', '\\_')}${isFolder ? '/' : ''}

${isFolder ? entriesOf(root, path, linked) : textOf(readFileSync(join(root, path), 'utf8'), path)}
`
}

function textOf(text: string, path: string): string {
  const isCut = text.length > charactersMax
  const shown = isCut ? text.slice(0, text.lastIndexOf('\n', charactersMax)) : text.trimEnd()
  const fence = '`'.repeat(Math.max(3, longestFence(text) + 1))
  const code = `${fence}${languages.get(extname(path)) ?? 'text'}\n${shown}\n${fence}`
  return isCut ? `This is the beginning. The file in the repository is longer.\n\n${code}` : code
}

function longestFence(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

const languages: ReadonlyMap<string, string> = new Map([
  ['.ts', 'ts'],
  ['.mjs', 'js'],
  ['.json', 'json'],
  ['.sch', 'xml'],
  ['.xml', 'xml'],
  ['.sql', 'sql'],
  ['.css', 'css'],
  ['.csv', 'csv'],
  ['.py', 'python'],
])

/** The names in a folder; those with a page lead to it. */
function entriesOf(root: string, folder: string, linked: ReadonlySet<string>): string {
  const names = readdirSync(join(root, folder)).sort()
  return names.map((name) => `- ${entryOf(root, posix.join(folder, name), linked)}`).join('\n')
}

function entryOf(root: string, path: string, linked: ReadonlySet<string>): string {
  const name = `\`${posix.basename(path)}\``
  const target = targetOf(root, path, `/${encodeURI(path)}`)
  const hasPage = target !== undefined && (!target.isSource || linked.has(target.path))
  return hasPage ? `[${name}](/${encodeURI(path)})` : name
}
