import { existsSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../processes/command-line.ts'

/**
 * Gives a copy of the project the dependencies of this clone, as links. The packages of the project
 * itself are those of the copy: a link to the whole of node_modules would lead to this clone's. What
 * prints, and each suite, has dependencies of its own beside its lock file.
 */
export function linkDependencies(copy: string): void {
  const from = join(root, 'node_modules')
  const to = join(copy, 'node_modules')
  mkdirSync(join(to, '@selfbill'), { recursive: true })
  for (const name of readdirSync(from))
    if (!/^(@selfbill|\.package-lock\.json)$/.test(name)) symlinkSync(join(from, name), join(to, name), 'junction')
  for (const name of readdirSync(join(from, '@selfbill')))
    symlinkSync(join(copy, name), join(to, '@selfbill', name), 'junction')
  const lockFiles = globSync('*/**/package-lock.json', { cwd: root, exclude: ['**/node_modules', 'release'] })
  for (const folder of lockFiles.map(dirname)) {
    const own = join(root, folder, 'node_modules')
    if (existsSync(own) && existsSync(join(copy, folder)))
      symlinkSync(own, join(copy, folder, 'node_modules'), 'junction')
  }
}
