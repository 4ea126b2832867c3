import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { WorldResult } from './world.ts'

/** Lives through worlds, one after the other. */
export interface Lives {
  live(order: LifeOrder): Promise<Life>
  end(): void
}

export interface LifeOrder {
  readonly seed: number
  /** Lives it a second time; `otherDigest` says how that went. */
  readonly isTwice: boolean
}

export interface Life extends Omit<WorldResult, 'history'> {
  readonly otherDigest?: string
  /** What it has cost. */
  readonly cpuSeconds: number
}

/** In this process. */
export async function ownLives(): Promise<Lives> {
  const { World } = await import('./world.ts')
  return {
    async live({ seed, isTwice }) {
      const began = process.cpuUsage()
      const { history: _, ...result } = await new World(seed).live()
      const { user, system } = process.cpuUsage(began)
      const life = { ...result, cpuSeconds: (user + system) / 1_000_000 }
      if (!isTwice) return life
      const { digest: otherDigest } = await new World(seed).live()
      return { ...life, otherDigest }
    },
    end: () => undefined,
  }
}

/** In a process of its own. */
export function livesApart(): Lives {
  const child = fork(join(import.meta.dirname, 'lives-process.ts'), { serialization: 'advanced' })
  let heard = Promise.withResolvers<Life>()
  child.on('message', (life: Life) => heard.resolve(life))
  child.on('exit', (code) => heard.reject(new Error(`a process of worlds ended with ${code}`)))
  heard.promise.catch(() => undefined)
  return {
    live(order) {
      heard = Promise.withResolvers()
      child.send(order)
      return heard.promise
    },
    end: () => child.disconnect(),
  }
}
