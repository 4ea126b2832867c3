import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { anchorsIn } from './markdown-text.ts'

// Where a file of the project is on the site. Pages keep their places in the project, so that their
// links work in an editor and in the repository too.

/** Files outside docs/ that are pages, with their places on the site. */
const outsideDocs: ReadonlyMap<string, string> = new Map([
  ['README.md', 'overview.md'],
  ['ARCHITECTURE.md', 'architecture.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['SECURITY.md', 'security.md'],
  ['CODE_OF_CONDUCT.md', 'code-of-conduct.md'],
  ['schematron/XPATH.md', 'xpath.md'],
  ['clients/README.md', 'short-clients.md'],
])

/** Folders whose README is a page, with those in them: `examples/odoo/README.md` → `examples/odoo.md`. */
const foldersWithReadme = /^((?:client|examples|pint-ae|printing|schematron)(?:\/.+)?)\/README\.md$/

/** Folders without pages, for the glob of the generator. */
export const foldersWithoutPages: readonly string[] = [
  'bench',
  'bin',
  'data',
  'dictionaries',
  'dist',
  'migrations',
  'node',
  'node_modules',
  'release',
  'scripts',
  'src',
  'test',
]

/** `docs/decisions/README.md` → `decisions/index.md`. Undefined: the file is no page. */
export function pagePathOf(file: string): string | undefined {
  const outside = outsideDocs.get(file) ?? file.replace(foldersWithReadme, '$1.md')
  if (outside !== file) return outside
  if (!file.startsWith('docs/') || !file.endsWith('.md')) return undefined
  return file.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md')
}

/**
 * `src/api/faults.ts` → `source/src/api/faults.ts`: the page that shows a file or folder. Many
 * servers hide names that begin with a dot.
 */
export function sourcePathOf(file: string): string {
  return `source/${file.replaceAll(/(^|\/)\./g, '$1dot-')}`
}

/** `guide/clerk.md` → `/guide/clerk.html`. */
export function addressOf(page: string): string {
  return `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')}`
}

/** What a link leads to: a file or folder of the project, and on the site a page. */
export interface Target {
  /** In the project. */
  readonly path: string
  /** From the root of the site. */
  readonly address: string
  /** The page shows a file or folder that is no page itself. */
  readonly isSource: boolean
}

/**
 * The target of a link in a file of the project. A page leads to itself, a folder to its README.
 * Undefined: the link leads nowhere.
 */
export function targetOf(root: string, file: string, link: string): Target | undefined {
  const [linked = '', anchor] = link.split('#')
  const path = linked === '' ? file : withReadme(root, pathOf(file, decodeURI(linked)))
  if (path.startsWith('..') || !existsSync(join(root, path))) return undefined
  const page = pagePathOf(path)
  if (page !== undefined) {
    const isThere = anchor === undefined || anchorsIn(readFileSync(join(root, path), 'utf8')).includes(anchor)
    return isThere ? { path, address: addressOf(page) + hashOf(anchor), isSource: false } : undefined
  }
  // A source file has no headings.
  if (anchor !== undefined) return undefined
  return { path, address: `/${encodeURI(sourcePathOf(path))}.html`, isSource: true }
}

/** Relative to the file; from the root of the project when it begins with a slash. */
function pathOf(file: string, linked: string): string {
  const path = linked.startsWith('/') ? linked.slice(1) : posix.join(posix.dirname(file), linked)
  return path.replace(/\/$/, '')
}

function withReadme(root: string, path: string): string {
  const readme = posix.join(path, 'README.md')
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()
  return isFolder && pagePathOf(readme) !== undefined && existsSync(join(root, readme)) ? readme : path
}

function hashOf(anchor: string | undefined): string {
  return anchor === undefined ? '' : `#${anchor}`
}
