import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const script = `
  import { setTimeout } from 'node:timers/promises'
  import { getHeapStatistics } from 'node:v8'
  import { returnBuffers } from ${JSON.stringify(new URL('./return-buffers.ts', import.meta.url).href)}
  const held = () => getHeapStatistics().external_memory
  returnBuffers({ everyMs: 20, largeBytes: 96 * 1024 * 1024 })
  let kept = Array.from({ length: 40 }, () => new Uint8Array(8 * 1024 * 1024))
  await setTimeout(100)
  const before = held()
  kept = kept.length
  const deadline = Date.now() + 10_000
  while (held() > before / 2 && Date.now() < deadline) await setTimeout(50)
  console.log(JSON.stringify({ before, after: held() }))`

function run(...flags: readonly string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.notEqual(stdout, '', stderr)
  const printed: { before: number; after: number } = JSON.parse(stdout)
  return printed
}

test('buffers that nobody holds any more are collected while the thread has little to do', () => {
  const { before, after } = run('--expose-gc', '--external-memory-accounted-in-global-limit')
  assert.ok(before > 300 * 1024 * 1024, `${before} bytes`)
  assert.ok(after < 100 * 1024 * 1024, `${after} bytes`)
})

test('a process without the flag goes on', () => {
  assert.ok(run().before > 300 * 1024 * 1024)
})
