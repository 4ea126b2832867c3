import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { NotHere } from './not-here.ts'

/**
 * A Java that phoss-ap runs on, and its keytool: from `JAVA_HOME`, `PATH`, or the usual folders of
 * each system. As root in CI it installs the system's package. Throws NotHere.
 */
export function findJava(): Java {
  const found = firstOf(candidates())
  if (found !== undefined) return found
  if (process.env.CI !== undefined && process.getuid?.() === 0 && installJava()) {
    const installed = firstOf(candidates())
    if (installed !== undefined) return installed
  }
  throw new NotHere(`no Java ${versionMin} or later`)
}

/** The Java at this path, if its keytool is beside it. */
export function javaAt(java: string): Java {
  return { java, keytool: join(dirname(java), 'keytool') }
}

export interface Java {
  readonly java: string
  readonly keytool: string
}

/** phoss-ap needs at least this version. */
const versionMin = 21

function candidates(): readonly string[] {
  const homes = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines', '/opt/homebrew/opt'].flatMap((base) =>
    existsSync(base) ? readdirSync(base).flatMap((name) => [join(base, name), join(base, name, 'Contents/Home')]) : [],
  )
  const folders = [process.env.JAVA_HOME, ...homes].flatMap((home) => (home === undefined ? [] : [join(home, 'bin')]))
  const paths = (process.env.PATH ?? '').split(delimiter)
  const programs = [...folders, ...paths].map((folder) => join(folder, 'java')).filter((path) => existsSync(path))
  return [...new Set(programs.map((path) => realpathSync(path)))]
}

/** The first Java that is new enough and has a keytool. */
function firstOf(programs: readonly string[]): Java | undefined {
  for (const java of programs) {
    const found = javaAt(java)
    if (existsSync(found.keytool) && versionOf(java) >= versionMin) return found
  }
  return undefined
}

function versionOf(java: string): number {
  const run = spawnSync(java, ['-version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/version "([0-9]+)/.exec(`${run.stdout}${run.stderr}`)?.[1] ?? 0)
}

function installJava(): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', `openjdk-${versionMin}-jre-headless`],
  ] as const
  return steps.every(([command, ...args]) => {
    return spawnSync(command, args, { env, stdio: 'ignore', timeout: 120_000 }).status === 0
  })
}
