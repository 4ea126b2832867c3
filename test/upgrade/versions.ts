import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotHere } from '../access-point/not-here.ts'
import { root } from '../deploy/deploy-files.ts'
import { linkDependencies } from '../support/packages/linked-dependencies.ts'
import previous from './previous-release.json' with { type: 'json' }

/** The code of one version, in a folder with everything that `bin/selfbill.js` needs. */
export interface Version {
  readonly folder: string
}

export const currentVersion: Version = { folder: root }

/** Whether the previous release starts on a database that a newer version has expanded. */
export const previousStartsBesideNewer = previous.startsBesideNewer

/** The release before this code, from git. Throws `NotHere` where git does not have it. */
export function previousVersion(): Version {
  const { commit } = previous
  if (!isDone(git('cat-file', '-e', `${commit}^{commit}`))) {
    throw new NotHere(`git does not have the previous release, commit ${commit.slice(0, 7)}`)
  }
  const folder = newFolder('previous')
  const archive = join(folder, 'code.tar')
  mustBeDone(git('archive', '--format=tar', '--output', archive, commit))
  mustBeDone(spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' }))
  rmSync(archive)
  const hasOurPackages = lockFile(folder) === lockFile(root)
  if (hasOurPackages) linkDependencies(folder)
  else mustBeDone(spawnSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' }))
  return { folder }
}

/** A future version: this code with more migrations, by the names of their files. */
export function laterVersion(migrations: Readonly<Record<string, string>>): Version {
  const folder = newFolder('later')
  for (const part of [
    'bin',
    'src',
    'client/src',
    'schematron',
    'pint-ae',
    'dictionaries',
    'migrations',
    'examples',
    'package.json',
    'package-lock.json',
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  linkDependencies(folder)
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, 'migrations', `${name}.sql`), text)
  return { folder }
}

function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `selfbill-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function lockFile(folder: string): string {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8')
}

function git(...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' })
}

function isDone({ status }: SpawnSyncReturns<string>): boolean {
  return status === 0
}

function mustBeDone(done: SpawnSyncReturns<string>): void {
  if (!isDone(done)) throw new Error(done.error?.message ?? done.stderr)
}
