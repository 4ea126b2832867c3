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
    if (!path.endsWith('.md')) continue
    const isDead = (link: string) => !held.has(targetOf(path, link))
    writeFileSync(join(folder, path), withoutLinks(readFileSync(join(place, path), 'utf8'), isDead))
  }
  return folder
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
