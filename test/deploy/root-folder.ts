import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A folder that a process sees as `/`, read-only apart from some folders in it. It holds what a test
 * puts there; libraries, devices and processes are those of this machine.
 */
export interface RootFolder {
  readonly folder: string
  /** Paths within it that can be written, such as `/data`. */
  readonly writable: readonly string[]
  /** Paths within it that show another folder of this machine. */
  readonly shown?: Readonly<Record<string, string>>
  readonly workingFolder: string
  /** The user and group, as a number. Only root can become another user. */
  readonly user: number
}

/** The reason why no process can get a root folder of its own here, or false. */
export function whyNoRootFolder(): string | false {
  const tried = spawnSync('unshare', [...newNamespace, 'sh', '-c', 'mount --bind /tmp /tmp'], { encoding: 'utf8' })
  if (tried.status === 0) return false
  return `no root folder for a process: ${tried.error?.message ?? tried.stderr.trim().split('\n').at(-1)}`
}

/** The returned process is the command itself, so that signals reach it. */
export function startIn(
  root: RootFolder,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const libraries = prepareLibraries(root.folder)
  const shown = { ...libraries, '/dev': '/dev', '/proc': '/proc', ...root.shown }
  for (const path of [...Object.keys(shown), ...root.writable]) mkdirSync(join(root.folder, path), { recursive: true })
  const becomes = isRoot ? ['--setuid', String(root.user), '--setgid', String(root.user)] : []
  const last = ['unshare', `--root=${root.folder}`, `--wd=${root.workingFolder}`, ...becomes, '--', ...command]
  const script = [
    'set -e',
    'mount --bind "$0" "$0"',
    ...Object.entries(shown).map(([path, source]) => `mount --rbind "${source}" "$0${path}"`),
    ...root.writable.map((path) => `mount --bind "$0${path}" "$0${path}"`),
    'mount -o remount,bind,ro "$0"',
    ...Object.keys({ ...libraries, ...root.shown }).map((path) => `mount -o remount,bind,ro "$0${path}"`),
    'exec "$@"',
  ]
  return spawn('unshare', [...newNamespace, 'sh', '-c', script.join('\n'), root.folder, ...last], {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const isRoot = process.getuid?.() === 0
const newNamespace = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount']

/** The folders of libraries to show; where this machine has a link, the root folder gets the same. */
function prepareLibraries(folder: string): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {}
  for (const path of ['/usr/lib', '/usr/lib64', '/lib', '/lib64']) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) linkOnce(readlinkSync(path), join(folder, path))
    else if (found?.isDirectory()) shown[path] = path
  }
  return shown
}

function linkOnce(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(target, path)
}
