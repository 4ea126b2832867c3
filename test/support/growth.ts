import assert from 'node:assert/strict'

/**
 * Fails when ten times the size takes over forty times as long: quadratic growth would take a
 * hundred times. A busy machine spoils measurements, so the best of several counts.
 */
export async function assertNoSquare(prepare: (size: number) => () => unknown, size: number): Promise<void> {
  const [small, large] = [prepare(size), prepare(size * 10)]
  await best(small)
  const ratios: number[] = []
  for (let round = 0; round < 4; round += 1) ratios.push((await best(large)) / (await best(small)))
  assert.ok(Math.min(...ratios) < 40, `ten times the size took ${ratios.join(', ')} times as long`)
}

async function best(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now()
    await work()
    least = Math.min(least, performance.now() - began)
  }
  return least
}
