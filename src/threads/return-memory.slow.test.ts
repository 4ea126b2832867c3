import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const script = `
  import { getHeapStatistics } from 'node:v8'
  import { returnMemory } from ${JSON.stringify(new URL('./return-memory.ts', import.meta.url).href)}
  const small = returnMemory()
  let kept = Array.from({ length: 8_000_000 }, (_, at) => ({ at }))
  const before = getHeapStatistics().used_heap_size
  kept = kept.length
  const large = returnMemory()
  console.log(JSON.stringify({ small, large, freed: before - getHeapStatistics().used_heap_size }))`

function run(...flags: readonly string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.notEqual(stdout, '', stderr)
  const printed: { small: boolean; large: boolean; freed: number } = JSON.parse(stdout)
  return printed
}

test('a large heap is collected, a small one is not', () => {
  const { small, large, freed } = run('--expose-gc')
  assert.deepEqual({ small, large }, { small: false, large: true })
  assert.ok(freed > 100 * 1024 * 1024, `${freed} bytes`)
})

test('a process without the flag goes on', () => {
  const { small, large } = run()
  assert.deepEqual({ small, large }, { small: false, large: false })
})
