import { globSync } from 'node:fs'
import { join } from 'node:path'
import { effort } from '../support/effort.ts'

/**
 * The name of a test file says when it runs:
 *
 *     x.test.ts        quick: in `npm test`, and on PostgreSQL too in `npm run test:ci`
 *     x.full.test.ts   like a quick file, in `npm run test:ci` only
 *     x.slow.test.ts   in `npm run test:ci` only, beside another file
 *     x.alone.test.ts  in `npm run test:ci` only, with no other file beside it
 *
 * Those of test/code judge the code itself: `npm run check` runs them.
 */
export type Tier = 'quick' | 'full' | 'slow' | 'alone' | 'check'

export function tierOf(file: string): Tier {
  if (file.startsWith('test/code/')) return 'check'
  const [, tier] = /\.(full|slow|alone)\.test\.ts$/.exec(file) ?? []
  return tier === 'full' || tier === 'slow' || tier === 'alone' ? tier : 'quick'
}

const root = join(import.meta.dirname, '../..')

/** In a fixed order, from the root of the project. */
export function allTestFiles(): readonly string[] {
  return (['schematron', 'pint-ae', 'src', 'test'] as const).flatMap(testFiles)
}

function testFiles(folder: 'schematron' | 'pint-ae' | 'src' | 'test'): readonly string[] {
  return globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: ['**/dist/**', '**/node_modules'] }).sort()
}

/** The files that share two processes: in `npm test` the quick ones, otherwise the full ones too. */
export function sharedFiles(): readonly string[] {
  const tiers: readonly Tier[] = effort === 'quick' ? ['quick'] : ['quick', 'full']
  return allTestFiles().filter((file) => tiers.includes(tierOf(file)))
}

export function pathOf(file: string): string {
  return join(root, file)
}
