import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../test/support/processes/command-line.ts'
import { RunningService } from '../../test/support/processes/running-service.ts'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { median } from '../measure.ts'
import type { Place } from '../places.ts'

/** One of two versions of the code: a clone with its dependencies. */
export interface Side {
  readonly name: 'old' | 'new'
  readonly folder: string
}

/** The old code of a commit, and this clone as it stands. */
export function sidesAgainst(ref: string): readonly Side[] {
  return [
    { name: 'old', folder: codeOf(ref) },
    { name: 'new', folder: root },
  ]
}

/**
 * A git worktree of the commit with its locked dependencies, in the folder for temporary files. It
 * stays for the next run.
 */
function codeOf(ref: string): string {
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  const folder = join(tmpdir(), `selfbill-bench-code-${commit.slice(0, 12)}`)
  if (!existsSync(join(folder, 'package.json'))) {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
    git('worktree', 'add', '--quiet', '--detach', '--force', folder, commit)
  }
  const { status } = spawnSync(process.execPath, ['scripts/install.mjs', 'printing'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`the dependencies of ${commit} cannot be installed`)
  return folder
}

export function binaryOf({ folder }: Side): string {
  return join(folder, 'bin/selfbill')
}

export function startService(
  side: Side,
  place: Place,
  settings: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const environment = { ...place.environment, 'TUNING.rate_limit_per_minute': '1000000', ...settings }
  return RunningService.start(environment, undefined, binaryOf(side))
}

/**
 * Runs a file of today's bench in the folder of that code, and reads the JSON that it prints. For
 * what cannot be measured at a running service.
 */
export function runFileIn<Result>({ folder }: Side, file: string, ...words: readonly string[]): Result {
  const script = join(folder, file)
  if (folder !== root) {
    mkdirSync(dirname(script), { recursive: true })
    copyFileSync(join(root, file), script)
  }
  const node = join(folder, 'node_modules/.bin/node')
  return JSON.parse(execFileSync(node, [script, ...words], { cwd: folder, encoding: 'utf8' }))
}

/** Organisations in an empty database, made by that code, as its schema is its own. */
export function tenantsIn(side: Side, place: Place, count: number): readonly StoredTenant[] {
  return runFileIn(side, 'bench/targets/make-tenants.ts', JSON.stringify(place.location), `${count}`)
}

/** What both versions measured, turn by turn: the medians, and the median of the turns' ratios. */
export interface Compared {
  readonly old: number
  readonly new: number
  /** New to old. */
  readonly ratio: number
}

/** Measures one after the other, so many times; every second turn begins with the new code. */
export async function inTurns<Name extends string>(
  sides: readonly Side[],
  turns: number,
  measure: (side: Side) => Promise<Readonly<Record<Name, number>>>,
): Promise<Readonly<Record<Name, Compared>>> {
  const samples: Record<Side['name'], Readonly<Record<Name, number>>>[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const measured = new Map<Side['name'], Readonly<Record<Name, number>>>()
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) measured.set(side.name, await measure(side))
    const [before, now] = [measured.get('old'), measured.get('new')]
    if (before === undefined || now === undefined) throw new Error('there must be an old and a new side')
    samples.push({ old: before, new: now })
  }
  const [first] = samples
  if (first === undefined) throw new Error('at least one turn')
  const of = (name: Name): Compared => ({
    old: median(samples.map((sample) => sample.old[name])),
    new: median(samples.map((sample) => sample.new[name])),
    ratio: median(samples.map((sample) => sample.new[name] / sample.old[name])),
  })
  const names = Object.keys(first.new) as Name[]
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Compared>
}

/** Something for each side, by its name. */
export class BothSides<Value> {
  readonly #values = new Map<Side['name'], Value>()

  static async of<Value>(sides: readonly Side[], make: (side: Side) => Promise<Value>): Promise<BothSides<Value>> {
    const both = new BothSides<Value>()
    for (const side of sides) both.#values.set(side.name, await make(side))
    return both
  }

  get({ name }: Side): Value {
    const value = this.#values.get(name)
    if (value === undefined) throw new Error(`nothing for the ${name} code`)
    return value
  }
}
