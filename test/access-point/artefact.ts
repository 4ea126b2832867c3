import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NotHere } from './not-here.ts'

/**
 * The executable jar of phoss-ap: the file in `PHOSS_AP_JAR`, or the release `PHOSS_AP_VERSION`
 * fetched by Maven and kept in node_modules/.cache. Throws NotHere when Maven cannot fetch it. A
 * missing `PHOSS_AP_JAR` is an error.
 */
export function phossApJar(): string {
  const own = process.env.PHOSS_AP_JAR
  if (own !== undefined && own !== '') {
    if (!existsSync(own)) throw new Error(`PHOSS_AP_JAR: there is no ${own}`)
    return own
  }
  const version = process.env.PHOSS_AP_VERSION ?? testedPhossApVersion
  const file = `phoss-ap-webapp-${version}.jar`
  const cached = join(cache, file)
  if (existsSync(cached)) return cached
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'fetch-'))
  try {
    copyByMaven(`com.helger.phoss.ap:phoss-ap-webapp:${version}`, folder)
    // Rename at the end, so that a broken copy is never used.
    renameSync(join(folder, file), cached)
    return cached
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The tests were written against this release. */
export const testedPhossApVersion = '0.11.0'
const cache = fileURLToPath(new URL('../../node_modules/.cache/access-point', import.meta.url))
const fetchTimeoutMs = 150_000

function copyByMaven(artefact: string, folder: string): void {
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
  const args = ['-B', '-q', '-U', '--strict-checksums', goal, `-Dartifact=${artefact}`, `-DoutputDirectory=${folder}`]
  const run = spawnSync('mvn', args, { encoding: 'utf8', timeout: fetchTimeoutMs })
  if (run.error !== undefined) throw new NotHere(`no phoss-ap: mvn ${codeOf(run.error)}`)
  if (run.status !== 0) throw new NotHere(`no phoss-ap: ${complaintOf(run.stdout) ?? `mvn ended with ${run.status}`}`)
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message
}

/** Maven's own error without the address. */
function complaintOf(output: string): string | undefined {
  return /Could not (?:find|transfer) [^([]+/.exec(output)?.[0].trim()
}
