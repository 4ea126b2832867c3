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
  const freed = before - getHeapStatistics().used_heap_size
  console.log(JSON.stringify({ small, large, freed, again: returnMemory() }))`

test('a large heap is collected, a small one is not, without a flag of the process', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  assert.notEqual(stdout, '', stderr)
  const { freed, ...collected } = JSON.parse(stdout)
  assert.deepEqual(collected, { small: false, large: true, again: false })
  assert.ok(freed > 100 * 1024 * 1024, `${freed} bytes`)
})
