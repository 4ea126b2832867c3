import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { eventually } from '../support/eventually.ts'
import { binary } from '../support/processes/command-line.ts'
import { RunningService } from '../support/processes/running-service.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { tenants } from '../support/service/tenants.ts'

// The log cannot be written: the service goes on, stops in time, and counts the lines it lost.

const folder = mkdtempSync(join(tmpdir(), 'selfbill-log-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const source = new URL('../../src/service/process-log.ts', import.meta.url).href

suite('the service with a log that cannot be written', () => {
  /** Starts the service, creates a document, stops it by SIGTERM and returns its exit code. */
  const serveOnce = async (name: string, log: number | 'pipe', run?: string) => {
    const location = { dataDir: join(folder, name) }
    const store = await openStore(location, Date.now())
    const [tenant] = await tenants(store, 1)
    await store.close()
    assert.ok(tenant)
    const service = await RunningService.start({ DATA_DIR: location.dataDir, LOG_LEVEL: 'trace' }, log, run)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(`${service.address}/api/purchase-invoices/${tenant.profileId}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
          body: jsonOf(aPurchaseInvoice()),
        }),
      ),
    )
    for (const { status } of answers) assert.equal(status, 201)
    assert.equal((await fetch(`${service.address}/healthz`)).status, 200)
    return service.stop()
  }

  test('goes on with a full disk, and stops', { skip: process.platform !== 'linux' }, async () => {
    const full = openSync('/dev/full', 'w')
    assert.equal(await serveOnce('full', full), 0)
    closeSync(full)
  })

  test('goes on at the size limit of its file, and stops', async () => {
    const run = join(folder, 'limited')
    // Blocks of 512 or 1,024 bytes: the database stays below 64 MB, the log begins beyond.
    writeFileSync(run, `#!/bin/sh\nulimit -f 131072\nexec '${binary}' "$@"\n`)
    chmodSync(run, 0o755)
    const file = openSync(join(folder, 'log'), 'a')
    ftruncateSync(file, 131_072 * 1_024)
    assert.equal(await serveOnce('limit', file, run), 0)
    closeSync(file)
  })

  test('goes on with a pipe that nobody reads, and stops', async () => {
    const pipe = fullPipe('unread')
    assert.equal(await serveOnce('pipe', pipe), 0)
    closeSync(pipe)
  })

  test('goes on with a socket that nobody reads, and stops', async () => {
    assert.equal(await serveOnce('socket', 'pipe'), 0)
  })

  test('goes on with a pipe whose reader has left, and stops', async () => {
    const path = madePipe('left')
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const pipe = openSync(path, 'w')
    closeSync(reader)
    assert.equal(await serveOnce('left-data', pipe), 0)
    closeSync(pipe)
  })
})

suite('the log', () => {
  test('says how many lines were lost when it works again, and tears none', async () => {
    const path = madePipe('slow')
    const pipe = openSync(path, constants.O_RDWR)
    const child = program(
      `const lines = 4_000
       const log = processLog({ logLevel: 'info' })
       for (let line = 0; line < lines; line++) log.info({ line, filling: '\u00e9'.repeat(300) })
       process.send({ lost: lostLogLines() })
       process.on('message', () => { log.info('the last one'); process.disconnect() })`,
      pipe,
    )
    const [{ lost }] = await once(child, 'message')
    assert.ok(lost > 0 && lost < 4_000, `${lost}`)
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const written = () => parsed(text)
    let text = ''
    await eventually(async () => {
      text += everythingIn(reader)
      return text.includes('were lost')
    })
    child.send('end')
    await once(child, 'exit')
    text += everythingIn(reader)
    const numbered = written().flatMap(({ line }) => (line === undefined ? [] : [line]))
    // Those that came first waited in the memory; none is there twice.
    assert.deepEqual(
      numbered,
      Array.from({ length: 4_000 - lost }, (_, line) => line),
    )
    const notices = written().filter(({ msg }) => msg?.includes('were lost'))
    assert.deepEqual(
      notices.map(({ level, lines, msg }) => ({ level, lines, msg })),
      [{ level: 40, lines: lost, msg: 'lines of the log were lost: it could not be written (EAGAIN)' }],
    )
    assert.equal(written().at(-1)?.msg, 'the last one')
    for (const fd of [pipe, reader]) closeSync(fd)
  })

  test('writes its last lines before a process ends by an error', async () => {
    const file = join(folder, 'crash.log')
    const log = openSync(file, 'w+')
    const child = program(
      `const log = processLog({ logLevel: 'info' })
       for (let line = 0; line < 100; line++) log.info({ line })
       setImmediate(() => { log.fatal('going down'); throw new Error('crash') })`,
      log,
    )
    assert.notEqual((await once(child, 'exit'))[0], 0)
    const text = everythingIn(log, 0)
    assert.equal(text.match(/"line":/g)?.length, 100)
    assert.match(text, /"msg":"going down"/)
    closeSync(log)
  })

  test('lets a process end by an error on a pipe that nobody reads', async () => {
    const pipe = fullPipe('fatal')
    const child = program(`processLog({ logLevel: 'info' }).fatal('going down'); throw new Error('crash')`, pipe)
    assert.equal((await once(child, 'exit'))[0], 1)
    closeSync(pipe)
  })
})

suite('a command whose output cannot be written', { skip: process.platform !== 'linux' }, () => {
  const run = async (stdout: number, stderr: number, ...args: readonly string[]) => {
    const child = spawn(binary, args, { stdio: ['ignore', stdout, stderr] })
    return (await once(child, 'exit'))[0]
  }

  test('fails, and says why', async () => {
    const full = openSync('/dev/full', 'w')
    const errors = openSync(join(folder, 'errors'), 'w+')
    assert.equal(await run(full, errors, 'rules'), 1)
    assert.match(everythingIn(errors, 0), /^selfbill: the output could not be written: ENOSPC.*\n$/)
    for (const fd of [full, errors]) closeSync(fd)
  })

  test('keeps its exit code without standard error', async () => {
    const full = openSync('/dev/full', 'w')
    const output = openSync(join(folder, 'output'), 'w+')
    assert.equal(await run(output, full, 'nonsense'), 2)
    assert.equal(await run(full, full, 'rules'), 1)
    for (const fd of [full, output]) closeSync(fd)
  })
})

function program(code: string, log: number) {
  const text = `import { lostLogLines, processLog } from '${source}'\n${code}`
  return spawn(process.execPath, ['--input-type=module', '--eval', text], {
    stdio: ['ignore', 'ignore', log, 'ipc'],
  })
}

function madePipe(name: string): string {
  const path = join(folder, name)
  execFileSync('mkfifo', [path])
  return path
}

/** The writing end of a pipe that is full. Linux lets one descriptor both read and write. */
function fullPipe(name: string): number {
  const pipe = openSync(madePipe(name), constants.O_RDWR)
  const filling = openSync(join(folder, name), constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    for (;;) writeSync(filling, 'x'.repeat(4096))
  } catch {
    closeSync(filling)
    return pipe
  }
}

function everythingIn(fd: number, from: number | null = null): string {
  const parts: Buffer[] = []
  let at = from
  for (;;) {
    const buffer = Buffer.alloc(65_536)
    let read = 0
    try {
      read = readSync(fd, buffer, 0, buffer.length, at)
    } catch {
      // EAGAIN: the pipe is empty for now.
    }
    if (read === 0) return Buffer.concat(parts).toString('latin1')
    parts.push(buffer.subarray(0, read))
    if (at !== null) at += read
  }
}

interface Line {
  readonly line?: number
  readonly level: number
  readonly lines?: number
  readonly msg?: string
}

function parsed(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
