import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NotHere } from './not-here.ts'

/**
 * The path of a file that Maven fetches on first use into a folder. `artefact` is
 * `group:name:version`, and for other files than the plain jar also `:jar:classifier`. Throws
 * NotHere when Maven cannot fetch it.
 */
export function fetchedByMaven(artefact: string, folder: string): string {
  const [, name = '', version = '', , classifier] = artefact.split(':')
  const file = `${[name, version, classifier].filter((part) => part !== undefined).join('-')}.jar`
  const cached = join(folder, file)
  if (existsSync(cached)) return cached
  mkdirSync(folder, { recursive: true })
  const own = mkdtempSync(join(folder, 'fetch-'))
  try {
    copyByMaven(artefact, name, own)
    // Rename at the end, so that a broken copy is never used.
    renameSync(join(own, file), cached)
    return cached
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

const fetchTimeoutMs = 150_000

function copyByMaven(artefact: string, name: string, folder: string): void {
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
  const args = ['-B', '-q', '-U', '--strict-checksums', goal, `-Dartifact=${artefact}`, `-DoutputDirectory=${folder}`]
  const run = spawnSync('mvn', args, { encoding: 'utf8', timeout: fetchTimeoutMs })
  if (run.error !== undefined) throw new NotHere(`no ${name}: mvn ${codeOf(run.error)}`)
  if (run.status !== 0) throw new NotHere(`no ${name}: ${complaintOf(run.stdout) ?? `mvn ended with ${run.status}`}`)
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message
}

/** Maven's own error without the address. */
function complaintOf(output: string): string | undefined {
  return /Could not (?:find|transfer) [^([]+/.exec(output)?.[0].trim()
}
