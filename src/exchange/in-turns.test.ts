import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { systemClock } from '../clock/clock.ts'
import { startInTurns } from './in-turns.ts'

test('the event loop goes round while work is started, and the results keep their order', async () => {
  const items = Array.from({ length: 20 }, (_, at) => at)
  let started = 0
  const seen: number[] = []
  const looking = { isOver: false }
  const look = () => {
    seen.push(started)
    if (!looking.isOver) setImmediate(look)
  }
  setImmediate(look)
  const works = await startInTurns(systemClock, items, async (item) => {
    started += 1
    return item * 2
  })
  looking.isOver = true
  assert.deepEqual(
    await Promise.all(works),
    items.map((item) => item * 2),
  )
  const steps = [...seen, started].map((count, at) => count - (seen[at - 1] ?? 0))
  assert.ok(Math.max(...steps) <= 4, `${steps}`)
  assert.ok(seen.length >= 4, `${seen}`)
})
