import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { claims } from './claim.ts'
import { pathOf } from './tiers.ts'

// What a file leaves behind in the process that many share.

test('a process whose tests are over, but which something holds, ends, names it and fails', (t) => {
  const { status, stdout, stderr } = sharedRun(t, 'setInterval(() => undefined, 1_000)')
  assert.match(stdout, /✔ one/)
  assert.match(stderr, /still running after the last test: .*Timeout/)
  assert.equal(status, 1)
})

test('one that nothing holds ends by itself, and passes', (t) => {
  const { status, stdout, stderr } = sharedRun(t, '')
  assert.match(stdout, /✔ one/)
  assert.equal(stderr, '')
  assert.equal(status, 0)
})

/** A shared process with one file, whose only test passes and does this. */
function sharedRun(t: TestContext, work: string) {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-held-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'one.test.mjs')
  writeFileSync(file, `import { test } from 'node:test'\ntest('one', () => { ${work} })\n`)
  const together = JSON.stringify(join(import.meta.dirname, 'together.ts'))
  const main = join(folder, 'main.mjs')
  const files = JSON.stringify([relative(pathOf('.'), file)])
  writeFileSync(main, `import { runTogether } from ${together}\nawait runTogether(${files}, 200)\n`)
  const { NODE_TEST_CONTEXT: _, [claims]: __, ...env } = process.env
  return spawnSync(process.execPath, [main], { env, encoding: 'utf8', timeout: 60_000 })
}
