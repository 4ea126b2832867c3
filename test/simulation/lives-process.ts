// A process of `--workers`: it lives through the worlds that its parent names.
import './plant.ts'
import type { LifeOrder } from './lives.ts'

const { ownLives } = await import('./lives.ts')
const lives = await ownLives()
process.on('message', async (order: LifeOrder) => {
  process.send?.(await lives.live(order))
})
