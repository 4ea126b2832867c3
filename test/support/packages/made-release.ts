import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../processes/command-line.ts'
import { linkDependencies } from './linked-dependencies.ts'

/** A release that scripts/release.ts has made, from a copy of this clone. */
export interface MadeRelease {
  /** Holds everything, for the test to remove. */
  readonly home: string
  /** The files of the release. */
  readonly folder: string
}

/** Builds in a copy, because other tests read the tree. */
export function makeRelease(): MadeRelease {
  const home = mkdtempSync(join(tmpdir(), 'selfbill-release-'))
  const copy = join(home, 'clone')
  const folder = join(home, 'release')
  copyClone(copy)
  linkDependencies(copy)
  const run = spawnSync(process.execPath, ['scripts/release.ts', '--draft', folder], { cwd: copy, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`the release failed: ${run.stdout}${run.stderr}`)
  return { home, folder }
}

/** A copy of what a clone holds, without tests, dependencies and builds. */
export function copyClone(to: string): void {
  const filter = (path: string) => !/[\\/](dist|node_modules)$/.test(path)
  for (const name of copied) cpSync(join(root, name), join(to, name), { recursive: true, filter })
}

const copied = [
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'bin',
  'client',
  'deploy',
  'docs',
  'examples',
  'dictionaries',
  'migrations',
  'node',
  'pint-ae',
  'package-lock.json',
  'package.json',
  'printing',
  'schematron',
  'scripts',
  'src',
  'tsconfig.build.json',
  'tsconfig.json',
]
