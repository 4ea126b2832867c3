import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { NotHere } from '../access-point/not-here.ts'
import { root } from '../deploy/deploy-files.ts'
import { haproxy } from '../deploy/tools.ts'
import { binaryFolder } from '../support/databases/postgres-server.ts'
import { keepCompiled } from '../support/processes/keep-compiled.ts'

// `npm run test:upgrade`: two versions on one database, side by side and behind haproxy. What is
// missing on this machine costs one line; the run passes without it. A word after `--` runs only
// the files whose names begin with it.

const found: Record<string, string> = {}
try {
  found.HAPROXY = haproxy()
} catch (error) {
  if (!(error instanceof NotHere)) throw error
  console.log(`Not checked: a rolling upgrade behind haproxy (${error.message})`)
}
const [wanted = ''] = process.argv.slice(2)
const files = globSync(`${wanted}*.upgrade.ts`, { cwd: import.meta.dirname }).sort()
if (files.length === 0) throw new Error(`no file of test/upgrade begins with ${wanted}`)
if (binaryFolder() === undefined) {
  if (process.env.REQUIRE_POSTGRES === '1') throw new Error('REQUIRE_POSTGRES=1, but there is no server to start')
  console.log('Not checked: upgrades of two versions on one database (PostgreSQL is not installed)')
} else {
  keepCompiled(process.env)
  const child = spawn(
    process.execPath,
    [
      ...['--test', '--test-concurrency=2', '--test-timeout=600000', '--test-reporter=./scripts/test-reporter.mjs'],
      ...files.map((file) => join('test/upgrade', file)),
    ],
    { cwd: root, env: { ...process.env, ...found }, stdio: 'inherit' },
  )
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}
