import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

// `npm run test:citus`: Selfbill on a cluster of Citus, which the tests kill and start again. A word
// after `--` runs only the files whose names begin with it.

const root = join(import.meta.dirname, '../..')
const [wanted = ''] = process.argv.slice(2)
const files = globSync(`${wanted}*.citus.ts`, { cwd: import.meta.dirname }).sort()
if (files.length === 0) throw new Error(`no file of test/citus begins with ${wanted}`)
if (process.env.CITUS_URL === undefined) {
  console.log('Not checked: Selfbill on Citus (set CITUS_URL: docs/testing.md#tests-on-citus)')
} else {
  const child = spawn(
    process.execPath,
    [
      ...['--test', '--test-concurrency=1', '--test-timeout=900000', '--test-reporter=./scripts/test-reporter.mjs'],
      ...files.map((file) => join('test/citus', file)),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}
