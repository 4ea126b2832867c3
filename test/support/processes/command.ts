import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the command line on a database as a process; returns its output and its exit code. */
export async function selfbill(location: object, ...args: readonly string[]) {
  const place =
    'databaseUrl' in location
      ? { DATABASE_URL: String(location.databaseUrl), GATEWAY: 'sandbox' }
      : { DATA_DIR: 'dataDir' in location ? String(location.dataDir) : '' }
  const main = new URL('../../../src/cli/selfbill.ts', import.meta.url).pathname
  const run = promisify(execFile)(process.execPath, [main, ...args], { env: { ...process.env, ...place } })
  return await run.then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string; stderr: string }) => {
      const { code, stdout, stderr } = error
      return { code, stdout, stderr }
    },
  )
}
