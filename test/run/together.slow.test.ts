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

/** Runs a process with one test file, which may be held for a tenth of a second. */
function runShared(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-together-'))
  try {
    const file = join(folder, 'example.test.mjs')
    writeFileSync(file, `import { test } from 'node:test'\n${source}\n`)
    const program = `import { runTogether } from ${JSON.stringify(pathOf('test/run/together.ts'))}
      await runTogether([${JSON.stringify(relative(pathOf('.'), file))}], 100)`
    const { NODE_TEST_CONTEXT: _, [claims]: __, ...env } = process.env
    const options = { env, encoding: 'utf8', timeout: 60_000 } as const
    return spawnSync(process.execPath, ['--input-type=module', '--eval', program], options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
