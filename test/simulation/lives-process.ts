// A process of `--workers`: it lives through the worlds that its parent names.
import './plant.ts'
import type { LifeOrder } from './lives.ts'

const { ownLives } = await import('./lives.ts')
const lives = await ownLives()
// The parent lets this world end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', async (order: LifeOrder) => {
  process.send?.(await lives.live(order))
})
