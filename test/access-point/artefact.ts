import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NotHere } from './not-here.ts'

/**
 * The executable jar of phoss-ap: what `PHOSS_AP_JAR` names, or the release `PHOSS_AP_VERSION` by
 * Maven, kept in node_modules/.cache. Throws NotHere when Maven cannot bring it; a `PHOSS_AP_JAR`
 * that is not there is a mistake.
 */
export function phossApJar(): string {
  const own = process.env.PHOSS_AP_JAR
  if (own !== undefined && own !== '') {
    if (!existsSync(own)) throw new Error(`PHOSS_AP_JAR: there is no ${own}`)
    return own
  }
  const version = process.env.PHOSS_AP_VERSION ?? versionDriven
  const file = `phoss-ap-webapp-${version}.jar`
  const cached = join(cache, file)
  if (existsSync(cached)) return cached
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'fetch-'))
  try {
    copyByMaven(`com.helger.phoss.ap:phoss-ap-webapp:${version}`, folder)
    // Whole at once: a copy that broke off is never found.
    renameSync(join(folder, file), cached)
    return cached
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The release these tests were written against. */
const versionDriven = '0.11.0'
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

/** What Maven says went wrong, without the address it asked. */
function complaintOf(output: string): string | undefined {
  return /Could not (?:find|transfer) [^([]+/.exec(output)?.[0].trim()
}
