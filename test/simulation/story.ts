import { allTroubles, type Trouble } from './chaos.ts'
import { World, type WorldOptions, type WorldResult } from './world.ts'

/**
 * What happened in a broken world, as short as it can be made: first without whole kinds of faults,
 * then without single blows, as long as the same thing breaks.
 */
export async function storyOf(broken: Broken): Promise<string> {
  const shrunk = await shrink(broken)
  const { history, violation, counts } = await new World(broken.seed, { ...shrunk, keepsHistory: true }).live()
  const names = [...(violation?.what ?? '').matchAll(/[0-9a-f]{6}\b|note[a-j]+/g)].map(([name]) => name)
  const telling = history.filter((line) => isTelling(line) || names.some((name) => line.includes(name)))
  return [
    `seed ${broken.seed}: ${violation?.invariant}`,
    violation?.what ?? '',
    `faults left after shrinking: ${[...counts].map(([trouble, times]) => `${trouble} ${times}`).join(', ')}`,
    ...telling.slice(-linesMax),
    '',
  ].join('\n')
}

async function shrink({ seed, violation }: Broken): Promise<WorldOptions> {
  const breaks = async (options: WorldOptions) => {
    const result = await new World(seed, options).live()
    return result.violation?.invariant === violation?.invariant ? result : undefined
  }
  let without: ReadonlySet<Trouble> = new Set()
  for (const trouble of allTroubles) {
    const less = new Set([...without, trouble])
    if ((await breaks({ without: less })) !== undefined) without = less
  }
  let leftOut: ReadonlySet<number> = new Set()
  let blows = (await breaks({ without }))?.blows ?? []
  for (let size = Math.ceil(blows.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < blows.length; ) {
      const less = new Set([...leftOut, ...blows.slice(at, at + size)])
      const result = await breaks({ without, leftOut: less })
      if (result === undefined) at += size
      else {
        leftOut = less
        blows = result.blows
      }
    }
  }
  return { without, leftOut }
}

type Broken = Pick<WorldResult, 'seed' | 'violation'>

function isTelling(line: string): boolean {
  return /BROKEN|killed|stands still|stops|jumps|is away for|faults are over|lost|late\)/.test(line)
}

const linesMax = 150
