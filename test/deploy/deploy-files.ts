import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the project. */
export const root = join(import.meta.dirname, '../..')

/** The text of a file below the root. */
export function projectFile(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function deployFile(path: string): string {
  return projectFile(join('deploy', path))
}
