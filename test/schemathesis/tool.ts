import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NotHere } from '../access-point/not-here.ts'

/**
 * The command of schemathesis: in a virtual environment of its own under node_modules/.cache, made
 * when it is first asked for. Throws NotHere without Python 3.10 or newer, and where the packages
 * cannot be had.
 */
export function schemathesis(): string {
  const folder = join(cache, `${version}-${pythonVersion()}`)
  const command = join(folder, 'bin', 'schemathesis')
  if (existsSync(join(folder, 'complete'))) return command
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  run('python3', ['-m', 'venv', folder])
  run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${version}`])
  // Last of all: an installation that broke off is made anew. Environments cannot be moved once
  // they are made.
  mkdirSync(join(folder, 'making'))
  renameSync(join(folder, 'making'), join(folder, 'complete'))
  return command
}

/** The release these tests were written against. */
const version = '4.32.5'
const cache = fileURLToPath(new URL('../../node_modules/.cache/schemathesis', import.meta.url))
const installTimeoutMs = 300_000

/** Of the machine's own: `3.12`. */
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
