import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import report from '../../scripts/test-reporter.mjs'
import { claims } from './claim.ts'

// `npm test`: the quick tests, in two processes that start Node and the service once each. They
// begin at the two ends of the list of files and meet, so that both end together.

const folder = mkdtempSync(join(tmpdir(), 'selfbill-quick-'))
process.env[claims] = folder
const ends = ['quick-first.ts', 'quick-last.ts'].map((name) => join(import.meta.dirname, name))

async function* events() {
  // A larger young generation: the two processes hold the modules of every test.
  const execArgv = ['--max-semi-space-size=64']
  for await (const event of run({ files: ends, concurrency: ends.length, timeout: 600_000, execArgv })) {
    if (event.type === 'test:fail') process.exitCode = 1
    yield event
  }
}

for await (const text of report(events())) process.stdout.write(text)
rmSync(folder, { recursive: true })
