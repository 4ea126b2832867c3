import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fetchedByMaven } from './maven.ts'

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
  return fetchedByMaven(`com.helger.phoss.ap:phoss-ap-webapp:${version}`, cache)
}

/** The tests were written against this release. */
export const testedPhossApVersion = '0.11.0'
const cache = fileURLToPath(new URL('../../node_modules/.cache/access-point', import.meta.url))
