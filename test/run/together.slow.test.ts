import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { claims } from './claim.ts'
import { pathOf } from './tiers.ts'

// A shared process must end after its last test, whatever a test leaves behind.

test('a shared process that a test holds open names what still runs, and fails', () => {
  const { status, stderr } = runShared(`test('leaves a timer', () => void setInterval(() => {}, 1_000))`)
  assert.match(stderr, /still running after the last test: .*Timeout/)
  assert.equal(status, 1)
})

test('a shared process with nothing left ends at once', () => {
  const { status, stdout, stderr } = runShared(`test('leaves nothing', () => {})`)
  assert.match(stdout, /pass 1/)
  assert.doesNotMatch(stderr, /still running/)
  assert.equal(status, 0)
})

test('an error that comes after its test ended is shown with the place where it was made', () => {
  const { status, stderr } = runShared(lateRejection)
  assert.match(stderr, /unhandledRejection: Error: too late\n +at .*late .*example\.test\.mjs/)
  assert.equal(status, 1)
})

test('the report of a run names an error that came after its test ended', () => {
  const { status, stdout } = withFile(lateRejection, (file) => runNode(['--test', `--test-reporter=${reporter}`, file]))
  assert.match(stdout, /✖ .*example\.test\.mjs\nError: .*leaves a rejection.*too late/)
  assert.equal(status, 1)
})

const lateRejection = `
  import { once } from 'node:events'
  const came = once(process, 'unhandledRejection')
  const late = () => void Promise.reject(new Error('too late'))
  test('leaves a rejection', () => void setTimeout(late, 10))
  test('waits for it', () => came)`

/** Runs a process with one test file, which may be held for a tenth of a second. */
function runShared(source: string) {
  return withFile(source, (file) => {
    const program = `import { runTogether } from ${JSON.stringify(pathOf('test/run/together.ts'))}
      await runTogether([${JSON.stringify(relative(pathOf('.'), file))}], 100)`
    return runNode(['--input-type=module', '--eval', program])
  })
}

function withFile<Result>(source: string, run: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-together-'))
  try {
    const file = join(folder, 'example.test.mjs')
    writeFileSync(file, `import { test } from 'node:test'\n${source}\n`)
    return run(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runNode(words: readonly string[]) {
  const { NODE_TEST_CONTEXT: _, [claims]: __, ...env } = process.env
  return spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 60_000 })
}

const reporter = pathOf('scripts/test-reporter.mjs')
