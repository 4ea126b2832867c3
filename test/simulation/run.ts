// `npm run simulate -- --seeds 10000`: lives through worlds until something in one of them must not be, and prints
// the story of that world. docs/simulation.md

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import './plant.ts'
import type { WorldResult } from './world.ts'

const { World } = await import('./world.ts')
const { storyOf } = await import('./story.ts')
const { troubles } = await import('./chaos.ts')

const { values: options } = parseArgs({
  options: {
    /** How many worlds. */
    seeds: { type: 'string' },
    /** The first seed. */
    seed: { type: 'string' },
    /** Begins no world after so many minutes. */
    minutes: { type: 'string' },
    /** Seeds of this commit, after all that ever failed. */
    commit: { type: 'boolean', default: false },
    /** Each world lives twice, and both must have the same history. */
    twice: { type: 'boolean', default: false },
    /** One line, without a story: for the faults that are planted. */
    brief: { type: 'boolean', default: false },
  },
})

const first = options.commit ? seedOfCommit() : Number(options.seed ?? 1)
const count = Number(
  options.seeds ?? (options.seed !== undefined && options.minutes === undefined ? 1 : Number.POSITIVE_INFINITY),
)
const endsAt = performance.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000

const began = performance.now()
const faults = new Map<string, number>()
const reached = new Map<string, number>()
let [worlds, steps, isBroken] = [0, 0, false]

for (const seed of seeds()) {
  const result = await new World(seed).live()
  record(result)
  if (options.twice) {
    const { digest } = await new World(seed).live()
    if (digest !== result.digest) {
      console.log(`seed ${seed} has two histories: ${result.digest} and ${digest}`)
      isBroken = true
      break
    }
  }
  if (result.violation === undefined) continue
  isBroken = true
  console.log(`seed ${seed}: ${result.violation.invariant}`)
  if (!options.brief) console.log(await storyOf(result))
  break
}
if (!options.brief) console.log(summary())
process.exitCode = isBroken ? 1 : 0

function* seeds(): Generator<number> {
  if (options.commit) yield* failedSeeds()
  for (let seed = first; seed < first + count && performance.now() < endsAt; seed += 1) yield seed
}

function failedSeeds(): readonly number[] {
  const list: readonly { readonly seed: number }[] = JSON.parse(
    readFileSync(new URL('failed-seeds.json', import.meta.url), 'utf8'),
  )
  return list.map(({ seed }) => seed)
}

/** Another range of seeds for each commit. */
function seedOfCommit(): number {
  return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 8), 16)
}

function record(result: WorldResult): void {
  worlds += 1
  steps += result.steps
  for (const [trouble, times] of result.counts) faults.set(trouble, (faults.get(trouble) ?? 0) + times)
  for (const [state, times] of result.reached) reached.set(state, (reached.get(state) ?? 0) + times)
}

function summary(): string {
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage()
  const cpuSeconds = (user + system) / 1_000_000
  const never = troubles.filter((trouble) => !faults.has(trouble))
  return [
    `${worlds} worlds, ${steps} steps in ${seconds.toFixed(0)} s: ${Math.round(steps / seconds)} steps/s, ` +
      `${(worlds / cpuSeconds).toFixed(1)} worlds for each second of a processor`,
    `faults: ${listed(faults)}`,
    `states: ${listed(reached)}`,
    never.length === 0 ? 'every fault has struck' : `never: ${never.join(', ')}`,
  ].join('\n')
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')
}
