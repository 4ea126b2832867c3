import { globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The name of a test file says when it runs:
 *
 *     x.test.ts        quick: in `npm test`, and on PostgreSQL too in `npm run test:ci`
 *     x.slow.test.ts   in `npm run test:ci` only, beside another file
 *     x.alone.test.ts  in `npm run test:ci` only, with no other file beside it
 */
export type Tier = 'quick' | 'slow' | 'alone'

export function tierOf(file: string): Tier {
  if (file.endsWith('.alone.test.ts')) return 'alone'
  return file.endsWith('.slow.test.ts') ? 'slow' : 'quick'
}

const root = join(import.meta.dirname, '../..')

/** In a fixed order, from the root of the project. */
export function testFiles(folder: 'src' | 'test'): readonly string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: root }).sort()
}

export function quickFiles(): readonly string[] {
  return [...testFiles('src'), ...testFiles('test')].filter((file) => tierOf(file) === 'quick')
}

export function pathOf(file: string): string {
  return join(root, file)
}
