import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binaryFolder } from '../support/databases/postgres-server.ts'
import { phossApJar } from './artefact.ts'
import { findJava } from './java.ts'
import { NotHere } from './not-here.ts'

// `npm run test:access-point`: delivery against a real access point. If its software, a Java or a
// PostgreSQL is missing, one line says so and the run passes. Any later failure fails the run.

const limitMs = 300_000

const found = whatItNeeds()
if (found !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-access-point-'))
  process.exitCode = await runLoop({ ...found, PHOSS_AP_FOLDER: folder })
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function whatItNeeds(): Readonly<Record<string, string>> | undefined {
  try {
    const jar = phossApJar()
    const { java } = findJava()
    if (binaryFolder() === undefined) throw new NotHere('no PostgreSQL')
    return { PHOSS_AP_JAR: jar, PHOSS_AP_JAVA: java }
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    console.log(`Delivery through a real access point was not tried: ${error.message}`)
    return undefined
  }
}

/**
 * Runs in a process group of its own, so that the access point ends with it. Resolves to the exit
 * code.
 */
async function runLoop(environment: Readonly<Record<string, string>>): Promise<number> {
  const args = ['--test', '--test-reporter=./scripts/test-reporter.mjs', 'test/access-point/closed-loop.ts']
  const child = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  const endAll = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // The group has no process any more.
    }
  }
  process.on('SIGINT', endAll)
  process.on('SIGTERM', endAll)
  const late = setTimeout(() => {
    console.error(`Delivery through the access point was not done after ${limitMs / 1000} s`)
    endAll('SIGTERM')
  }, limitMs)
  const code = await new Promise<number>((resolve) => child.on('close', (exitCode) => resolve(exitCode ?? 1)))
  clearTimeout(late)
  endAll('SIGKILL')
  return code
}
