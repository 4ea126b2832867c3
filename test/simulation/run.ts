// `npm run simulate -- --seeds 10000`: lives through worlds until something in one of them must not be, and prints
// the story of that world. docs/simulation.md

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import './plant.ts'
import type { Life } from './lives.ts'

const { ownLives, livesApart } = await import('./lives.ts')
const { Coverage } = await import('./coverage.ts')

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
    /** How many worlds at the same time, each in a process of its own. */
    workers: { type: 'string', default: '1' },
    /** A file with the next seed: the run goes on there, and writes it again and again. */
    place: { type: 'string' },
    /** Goes on behind a broken world, and prints one line of it. */
    all: { type: 'boolean', default: false },
  },
})

const first = options.commit ? seedOfCommit() : Number(options.seed ?? placeOf(options.place) ?? 1)
const count = Number(
  options.seeds ?? (options.seed !== undefined && options.minutes === undefined ? 1 : Number.POSITIVE_INFINITY),
)
let endsAt = performance.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000

const began = performance.now()
const coverage = new Coverage()
let [worlds, steps, cpuSeconds, isBroken] = [0, 0, 0, false]

// The worlds that live end, and the run says what it has seen.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endsAt = Number.NEGATIVE_INFINITY
  })
const waiting = seeds()
const underWay = new Set<number>()
let reached = first - 1
const workers = Number(options.workers)
await Promise.all(Array.from({ length: workers }, liveOn))
writePlace()
if (!options.brief) console.log(summary())
process.exitCode = isBroken ? 1 : 0

/** One world after the other, until one is broken or no seed is left. */
async function liveOn(): Promise<void> {
  const lives = workers === 1 ? await ownLives() : livesApart()
  for (const seed of waiting) {
    if (isBroken && !options.all) break
    underWay.add(seed)
    await see(await lives.live({ seed, isTwice: options.twice }))
    underWay.delete(seed)
    reached = Math.max(reached, seed)
    if (worlds % 20 === 0) writePlace()
  }
  lives.end()
}

/** The first seed that has not lived to its end. */
function writePlace(): void {
  if (options.place !== undefined) writeFileSync(options.place, `${Math.min(reached + 1, ...underWay)}\n`)
}

async function see(life: Life): Promise<void> {
  record(life)
  const { seed, violation, digest, otherDigest = digest } = life
  if (otherDigest !== digest) console.log(`seed ${seed} has two histories: ${digest} and ${otherDigest}`)
  if (violation !== undefined) console.log(`seed ${seed}: ${violation.invariant}`)
  if (violation === undefined && otherDigest === digest) return
  const isFirst = !isBroken
  isBroken = true
  if (violation !== undefined && isFirst && !options.brief && !options.all) console.log(await storyOfSeed(life))
}

async function storyOfSeed(life: Life): Promise<string> {
  const { storyOf } = await import('./story.ts')
  return storyOf(life)
}

function placeOf(file: string | undefined): number | undefined {
  if (file === undefined) return undefined
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

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

function record(result: Life): void {
  worlds += 1
  steps += result.steps
  cpuSeconds += result.cpuSeconds
  coverage.add(result)
}

function summary(): string {
  const seconds = (performance.now() - began) / 1_000
  return [
    `${worlds} worlds, ${steps} steps in ${seconds.toFixed(0)} s: ${Math.round(steps / seconds)} steps/s, ` +
      `${(worlds / cpuSeconds).toFixed(1)} worlds for each second of a processor`,
    ...coverage.lines(),
  ].join('\n')
}
