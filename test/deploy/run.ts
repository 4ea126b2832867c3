import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { NotHere } from '../access-point/not-here.ts'
import { root } from './deploy-files.ts'
import { tools } from './tools.ts'

// `npm run test:deploy`: runs what the files of deploy/ say, without a container, and has other tools
// check them. Each tool that is missing costs one line; the run passes without it. A word after `--`
// runs only the files whose names begin with it.

const found: Record<string, string> = {}
for (const { variable, checks, find, isLong } of tools) {
  if (isLong && process.env.LONG === undefined) {
    console.log(`Not checked: ${checks} (it takes minutes: LONG=1 npm run test:deploy)`)
    continue
  }
  try {
    found[variable] = find()
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    console.log(`Not checked: ${checks} (${error.message})`)
  }
}
const [wanted = ''] = process.argv.slice(2)
const files = globSync(`${wanted}*.deploy.ts`, { cwd: import.meta.dirname }).sort()
if (files.length === 0) throw new Error(`no file of test/deploy begins with ${wanted}`)
const child = spawn(
  process.execPath,
  [
    ...['--test', '--test-concurrency=2', '--test-timeout=900000', '--test-reporter=./scripts/test-reporter.mjs'],
    ...files.map((file) => join('test/deploy', file)),
  ],
  { cwd: root, env: { ...process.env, ...found }, stdio: 'inherit' },
)
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
