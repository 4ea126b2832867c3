import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { linkDependencies } from '../support/packages/linked-dependencies.ts'
import { copyClone } from '../support/packages/made-release.ts'

// In production a start installs nothing, prints one line, and is the process that gets signals.

const home = mkdtempSync(join(tmpdir(), 'selfbill-production-'))
after(() => rmSync(home, { recursive: true, force: true }))
const clone = join(home, 'clone')
const calls = join(home, 'npm-was-called')
const programs = join(home, 'programs')
copyClone(clone)
mkdirSync(programs)
// Stands before the real npm on PATH.
writeFileSync(join(programs, 'npm'), `#!/bin/sh\necho "$@" >> '${calls}'\nexit 1\n`)
chmodSync(join(programs, 'npm'), 0o755)
const npm = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim()
const env = {
  ...process.env,
  PATH: [programs, process.env.PATH].join(delimiter),
  NODE_ENV: 'production',
  GATEWAY: 'sandbox',
  PORT: '0',
  DATA_DIR: join(home, 'data'),
}

for (const [program, args] of [
  [npm, ['start']],
  [join(clone, 'bin', 'selfbill'), ['serve']],
] as const)
  test(`${args.join(' ')} without dependencies says what is missing, and installs nothing`, () => {
    const { status, stderr } = spawnSync(program, [...args], { cwd: clone, env, encoding: 'utf8' })
    assert.notEqual(status, 0)
    assert.match(stderr, /The dependencies are not installed\. Run "npm ci --omit=dev" first\./)
    assert.ok(!existsSync(join(clone, 'node_modules')))
    assert.ok(!existsSync(calls))
  })

for (const [program, args] of [
  [join(clone, 'bin', 'selfbill'), ['serve']],
  [process.execPath, [join(clone, 'bin', 'selfbill.js'), 'serve']],
  [npm, ['start', '--silent']],
] as const)
  test(`${[program === npm ? 'npm' : program.replace(home, ''), args.at(-1)].join(' ')} prints one line and ends in order`, async () => {
    if (!existsSync(join(clone, 'node_modules'))) linkDependencies(clone)
    // As if the lock file had come after the dependencies, which makes a development start install.
    const later = new Date(Date.now() + 3_600_000)
    utimesSync(join(clone, 'package-lock.json'), later, later)
    const service = spawn(program, [...args], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(service, 'close')
    let logged = ''
    service.stderr.setEncoding('utf8').on('data', (text: string) => {
      logged += text
    })
    let printed = ''
    for await (const text of service.stdout.setEncoding('utf8')) {
      printed += text
      if (printed.includes('listens on')) service.kill('SIGTERM')
    }
    const [code] = await ended
    assert.equal(code, 0, logged)
    assert.match(printed, /^Selfbill listens on http:\/\/127\.0\.0\.1:\d+\n$/)
    assert.match(logged, /"msg":"stopped"/)
    if (program !== npm) assert.match(logged, new RegExp(`"pid":${service.pid},`))
    assert.ok(!existsSync(calls), 'npm was called')
  })
