import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The documentation as `npm run docs` builds it, and what its files ask a browser for.

const root = new URL('../../', import.meta.url).pathname
const timeoutMs = 300_000

export interface Build {
  readonly status: number | null
  readonly output: string
}

/** Builds the site of a project into a folder. */
export function buildSite(folder: string, project = root): Build {
  const program = join(root, 'docs/node_modules/vitepress/bin/vitepress.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'build', join(project, 'docs'), '--outDir', folder],
    { cwd: project, encoding: 'utf8', timeout: timeoutMs, env: { ...process.env, NODE_ENV: 'production' } },
  )
  return { status, output: stdout + stderr }
}

/** A reference in a page: a link that a reader may follow, or a file that the browser loads. */
export interface Reference {
  /** `guide/clerk.html`. */
  readonly page: string
  readonly to: string
  readonly isLink: boolean
}

export class BuiltSite {
  readonly folder: string
  readonly pages: readonly string[]
  readonly #texts = new Map<string, string>()

  constructor(folder: string) {
    this.folder = folder
    this.pages = globSync('**/*.html', { cwd: folder }).sort()
  }

  text(file: string): string {
    const known = this.#texts.get(file) ?? readFileSync(join(this.folder, file), 'utf8')
    this.#texts.set(file, known)
    return known
  }

  references(page: string): readonly Reference[] {
    return Array.from(this.text(page).matchAll(/<(\w+)\b[^>]*?\s(?:href|src|srcset|action)="([^"]*)"/g), (match) => {
      const [, element = '', to = ''] = match
      return { page, to: to.replaceAll('&amp;', '&'), isLink: element === 'a' }
    })
  }

  hasAnchor(page: string, anchor: string): boolean {
    return this.text(page).includes(` id="${anchor}"`)
  }

  /** Addresses in style sheets. */
  styleReferences(): readonly string[] {
    return globSync('**/*.css', { cwd: this.folder }).flatMap((file) =>
      Array.from(this.text(file).matchAll(/url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)/g), ([, url, imported]) =>
        String(url ?? imported),
      ),
    )
  }
}
