import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NotHere } from '../access-point/not-here.ts'

/**
 * The command of schemathesis, in its own virtual environment under node_modules/.cache, created on
 * first use. Throws NotHere without Python 3.10 or newer, or if the packages cannot be fetched.
 */
export function schemathesis(): string {
  const folder = join(cache, `${version}-${pythonVersion()}`)
  const command = join(folder, 'bin', 'schemathesis')
  if (existsSync(join(folder, 'complete'))) return command
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  run('python3', ['-m', 'venv', folder])
  run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${version}`])
  // Written last, so that a broken installation is repeated. An environment cannot be moved after
  // it is created.
  mkdirSync(join(folder, 'making'))
  renameSync(join(folder, 'making'), join(folder, 'complete'))
  return command
}

/** The tests were written against this release. */
const version = '4.32.5'
const cache = fileURLToPath(new URL('../../node_modules/.cache/schemathesis', import.meta.url))
const installTimeoutMs = 300_000

/** The Python version on this machine: `3.12`. */
function pythonVersion(): string {
  const found = spawnSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (found.stdout ?? '').trim().split('.').map(Number)
  if (found.status !== 0 || major !== 3 || minor < 10) throw new NotHere('no Python 3.10 or newer')
  return `${major}.${minor}`
}

function run(command: string, args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: installTimeoutMs })
  if (done.status === 0) return
  const complaint = `${done.stderr ?? ''}`.trim().split('\n').at(-1)
  throw new NotHere(`schemathesis ${version} cannot be installed: ${complaint || 'it takes too long'}`)
}
