import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { deployFile, root } from './deploy-files.ts'
import { environmentOf, settingsIn } from './env-file.ts'
import { issueFirstDocuments } from './first-document.ts'
import { freePort } from './free-port.ts'
import { type RootFolder, startIn, whyNoRootFolder } from './root-folder.ts'
import { ended, Started } from './started.ts'
import { UnitFile } from './unit-file.ts'

// The unit is sound for systemd, and its command starts with its settings where only its folders can
// be written.

const text = deployFile('systemd/selfbill.service')
const unit = new UnitFile(text)
const folder = mkdtempSync(join(tmpdir(), 'selfbill-unit-'))
const installed = join(folder, 'opt/selfbill')
const user = 65_500
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

before(() => {
  mkdirSync(join(folder, 'opt'))
  chmodSync(folder, 0o755)
  const env = { ...process.env, npm_config_prefer_offline: 'true' }
  const done = spawnSync('sh', [join(root, 'deploy/assemble.sh'), installed], { encoding: 'utf8', env })
  assert.equal(done.status, 0, `${done.stdout}${done.stderr}`)
})

suite('systemd', { skip: whyMissing('systemd-analyze', '--version') }, () => {
  test('accepts the unit', () => {
    const file = join(folder, 'selfbill.service')
    writeFileSync(file, text.replaceAll('/opt/selfbill', installed))
    const judged = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    assert.deepEqual([judged.status, judged.stderr], [0, ''])
    writeFileSync(file, text.replace('ProtectSystem=strict', 'ProtectSystem=severe'))
    assert.match(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr, /severe/)
  })

  test('finds little to attack', () => {
    const file = join(root, 'deploy/systemd/selfbill.service')
    const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=15', file], {
      encoding: 'utf8',
    })
    assert.equal(judged.status, 0, judged.stdout.trim().split('\n').at(-1))
  })
})

suite('the command of the unit', { skip: whyNoRootFolder() }, () => {
  const written = [unit.one('StateDirectory'), unit.one('CacheDirectory')]
  const writable = [`/var/lib/${written[0]}`, `/var/cache/${written[1]}`, '/tmp']
  const here: RootFolder = {
    folder: join(folder, 'root'),
    writable,
    shown: { '/opt/selfbill': installed },
    workingFolder: unit.one('WorkingDirectory'),
    user,
  }
  const [program = '', script = ''] = unit.command

  before(() => {
    for (const path of ['', ...writable]) mkdirSync(join(here.folder, path), { recursive: true })
    if (process.getuid?.() === 0) for (const path of writable) chownSync(join(here.folder, path), user, user)
  })

  test('starts, issues and prints documents, and ends with 0', async (t) => {
    const settings = environmentOf(settingsIn(deployFile('systemd/selfbill.env')))
    const metricsPort = await freePort()
    const ports = { PORT: String(await freePort()), METRICS: `port=${metricsPort}` }
    const environment = { ...unit.environment, ...settings, ...ports }
    const service = await Started.of(t, startIn(here, unit.command, environment))
    assert.match(service.printed, new RegExp(`^Selfbill listens on http://127\\.0\\.0\\.1:${ports.PORT}$`, 'm'))
    assert.equal((await fetch(`${service.address}/readyz`)).status, 200)
    assert.match(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(), /selfbill_info\{/)
    await issueFirstDocuments({
      address: service.address,
      folder: '/opt/selfbill',
      async selfbill(...args) {
        const { code, output } = await ended(startIn(here, [program, script, ...args], environment))
        assert.equal(code, 0, output)
        return output
      },
    })
    assert.equal(unit.one('KillSignal'), 'SIGTERM')
    assert.equal(await service.stop('SIGTERM'), 0, service.log)
    assert.match(service.log, /"msg":"stopped"/)
  })

  test('leaves its data in the state directory and compiled code in the cache', () => {
    const [state = '', cache = ''] = writable.map((path) => join(here.folder, path))
    assert.ok(readdirSync(state).includes('selfbill.db'))
    assert.notEqual(readdirSync(cache).length, 0)
    assert.deepEqual(readdirSync(join(here.folder, 'tmp')), [])
  })
})

const whyNoTrace = whyMissing('strace', '--version') || whyMissing('systemd-analyze', '--version')

test('the service makes no system call that the unit forbids', { skip: whyNoTrace }, async (t) => {
  const allowed = allowedCalls()
  const forbidden = (await callsOf(t)).filter((call) => !allowed.has(call))
  assert.deepEqual(forbidden, [])
})

/**
 * The system calls of a whole life: start, documents, PDFs, stop. Not as root: for root SQLite makes
 * more of them.
 */
async function callsOf(t: TestContext): Promise<readonly string[]> {
  const traced = join(folder, 'traced')
  mkdirSync(traced)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(traced, user, user)
  const report = join(traced, 'calls')
  const settings = { ...unit.environment, DATA_DIR: join(traced, 'data'), NODE_COMPILE_CACHE: join(traced, 'compiled') }
  const options = {
    env: { ...settings, GATEWAY: 'sandbox', PORT: '0', METRICS: 'port=0', PATH: process.env.PATH ?? '' },
    cwd: traced,
    ...(isRoot ? { uid: user, gid: user } : {}),
  }
  const [program = '', script = ''] = unit.command.map((word) => word.replace('/opt/selfbill', installed))
  const counting = ['-f', '-c', '-U', 'name', '-o', report, '-I', '2', '--', program, script, 'serve']
  const strace = spawn('strace', counting, options)
  const service = await Started.of(t, strace)
  await issueFirstDocuments({
    address: service.address,
    folder: installed,
    async selfbill(...args) {
      const { code, output } = await ended(spawn(program, [script, ...args], options))
      assert.equal(code, 0, output)
      return output
    },
  })
  const [pid = ''] = readFileSync(`/proc/${strace.pid}/task/${strace.pid}/children`, 'utf8').split(' ')
  process.kill(Number(pid), 'SIGTERM')
  await service.end()
  const calls = readFileSync(report, 'utf8').match(/^[a-z]\w+$/gm) ?? []
  assert.ok(calls.length > 50)
  return calls.filter((call) => call !== 'syscall' && call !== 'total')
}

/** What SystemCallFilter allows, with its groups written out. */
function allowedCalls(): ReadonlySet<string> {
  const allowed = new Set<string>()
  for (const line of unit.all('SystemCallFilter')) {
    const isTaken = line.startsWith('~')
    for (const name of line.replace(/^~/, '').split(' ').flatMap(callsIn)) {
      if (isTaken) allowed.delete(name)
      else allowed.add(name)
    }
  }
  return allowed
}

function callsIn(name: string): readonly string[] {
  if (!name.startsWith('@')) return [name]
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' })
  const members = stdout.match(/^ +[@\w-]+$/gm) ?? []
  return members.map((line) => line.trim()).flatMap(callsIn)
}

function whyMissing(command: string, ...args: readonly string[]): string | false {
  return spawnSync(command, args).status === 0 ? false : `no ${command}`
}
