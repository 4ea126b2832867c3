import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const script = `
  import { getHeapStatistics } from 'node:v8'
  import { eventually } from ${JSON.stringify(new URL('../../test/support/eventually.ts', import.meta.url).href)}
  import { returnBuffers } from ${JSON.stringify(new URL('./return-buffers.ts', import.meta.url).href)}
  const held = () => getHeapStatistics().external_memory
  returnBuffers({ everyMs: 20, largeBytes: 96 * 1024 * 1024 })
  let kept = Array.from({ length: 40 }, () => new Uint8Array(8 * 1024 * 1024))
  const before = held()
  kept = kept.length
  // Some rounds of its timer.
  await eventually(async () => performance.now() > 300)
  const isBack = globalThis.gc !== undefined && (await eventually(async () => held() < before / 2))
  console.log(JSON.stringify({ before, after: held(), isBack }))`

function run(...flags: readonly string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.notEqual(stdout, '', stderr)
  const printed: { before: number; after: number; isBack: boolean } = JSON.parse(stdout)
  return printed
}

test('buffers that nobody holds any more are collected while the thread has little to do', () => {
  const { before, after } = run('--expose-gc', '--external-memory-accounted-in-global-limit')
  assert.ok(before > 300 * 1024 * 1024, `${before} bytes`)
  assert.ok(after < 100 * 1024 * 1024, `${after} bytes`)
})

test('a process without the flag goes on', () => {
  assert.equal(run().isBack, false)
})
