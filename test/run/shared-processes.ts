import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { claims } from './claim.ts'

const ends = ['shared-first.ts', 'shared-last.ts'].map((name) => join(import.meta.dirname, name))

/**
 * Runs the quick files, and in the full run the full ones too, in two processes that start Node and
 * the service once each. They begin at the two ends of the list of files and meet, so that both end
 * together.
 */
export async function* runShared(timeout: number) {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-quick-'))
  process.env[claims] = folder
  // A larger young generation: the two processes hold the modules of every test.
  const execArgv = ['--max-semi-space-size=64']
  yield* run({ files: ends, concurrency: ends.length, timeout, execArgv })
  rmSync(folder, { recursive: true })
}
