import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { runNpm } from './npm.ts'
import { withoutLinks } from './site/markdown-text.ts'

/**
 * Copies the files of a package into a new folder, to be packed there. A page of the repository
 * also links to code and to pages that the package does not hold: there its copy keeps the words
 * alone, since a link that leads nowhere is worse than none.
 */
export function stagePackage(place: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-package-'))
  const [{ files }]: [{ files: readonly { path: string }[] }] = JSON.parse(
    runNpm(place, ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspaces=false']),
  )
  const paths = files.map(({ path }) => path)
  const held = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]))
  for (const path of paths) {
    cpSync(join(place, path), join(folder, path))
    if (path === 'package.json')
      writeFileSync(join(folder, path), publishedManifest(readFileSync(join(place, path), 'utf8')))
    if (!path.endsWith('.md')) continue
    const isDead = (link: string) => !held.has(targetOf(path, link))
    writeFileSync(join(folder, path), withoutLinks(readFileSync(join(place, path), 'utf8'), isDead))
  }
  return folder
}

/**
 * The manifest as it is published. In a clone the entries of a package may lead to its sources;
 * `publishConfig` says where those of the tarball lead, and nothing is left to run in the clone.
 */
function publishedManifest(text: string): string {
  const { scripts, exports, imports, publishConfig, ...rest }: Manifest = JSON.parse(text)
  if (publishConfig?.exports === undefined) return text
  const { access, ...published } = publishConfig
  return `${JSON.stringify({ ...rest, publishConfig: { access }, ...published }, undefined, 2)}\n`
}

interface Manifest {
  readonly scripts?: unknown
  readonly exports?: unknown
  readonly imports?: unknown
  readonly publishConfig?: { readonly access: string; readonly exports?: unknown; readonly imports?: unknown }
}

/** The file or folder that a link of a page leads to, from the root of the package. */
export function targetOf(page: string, link: string): string {
  const path = decodeURI(link.split('#')[0] ?? '')
  return path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '')
}

function foldersOf(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === '.' ? ['.'] : [folder, ...foldersOf(folder)]
}
