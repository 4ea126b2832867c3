import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { linkDependencies } from '../support/packages/linked-dependencies.ts'
import { Random } from '../support/random.ts'
import { type Mutation, mutationsOf } from './mutations.ts'

// `npm run mutants -- 100`: changes one token of the core at a time, and asks whether a test notices.
// Changes that do not type-check do not count. The tests beside the changed file are asked first,
// because they answer within seconds, then the quick tests, then all tests of the changed room. Each
// of them ends at its first failure. `--seed 7` picks other changes, `--only src/exchange` those of
// one room.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const wanted = Number(positionals[0] ?? 20)
const random = new Random(Number(values.seed))
const root = join(import.meta.dirname, '../..')

/** A change can make an endless loop. */
const limitMs = 900_000
/** What moves data, money and deliveries; pages and commands have tests of another kind. */
const core =
  /^(?:schematron\/src\/(?!command)|pint-ae\/src\/(?!messages\/|codelists\/|page\/)|src\/(?!console\/|cli\/|messages\/|codelists\/|render\/|installation))/
const folder = mkdtempSync(join(tmpdir(), 'selfbill-mutants-'))
const types = join(folder, 'node_modules/.types')

run('git', ['worktree', 'add', '--quiet', '--detach', folder], root)
linkDependencies(folder)
const totals = { beside: 0, quick: 0, room: 0, unnoticed: 0 }
try {
  const changes = pickedFrom(filesOf())
  for (let at = 0; at < wanted; ) {
    const change = changes.next().value
    const original = readFileSync(join(folder, change.path), 'utf8')
    writeFileSync(join(folder, change.path), changed(original, change))
    if (run('node_modules/.bin/tsc', ['-p', '.', '--incremental', '--tsBuildInfoFile', types]) === 0) {
      at += 1
      const noticed = await noticedBy(change.path)
      totals[noticed] += 1
      console.log(`${String(at).padStart(4)}  ${noticed.padEnd(9)} ${placeIn(original, change)}`)
    }
    writeFileSync(join(folder, change.path), original)
  }
} finally {
  run('git', ['worktree', 'remove', '--force', folder], root)
  rmSync(folder, { recursive: true, force: true })
}
const { beside, quick, room, unnoticed } = totals
console.log(
  `${wanted - unnoticed} of ${wanted} changes are noticed: ${beside} by the tests beside the file, ${quick} by other ` +
    `quick tests, ${room} by other tests of their room.`,
)
if (unnoticed > wanted / 10) process.exitCode = 1

interface Change extends Mutation {
  readonly path: string
}

function filesOf(): readonly string[] {
  const listed = spawnSync('git', ['ls-files', `${values.only}*`], { cwd: root, encoding: 'utf8' }).stdout.split('\n')
  return listed.filter((path) => core.test(path) && /\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path))
}

/** Without end. Long files are picked more often, as they have more to change. */
function* pickedFrom(paths: readonly string[]): Generator<Change, never> {
  const all = paths.flatMap((path) =>
    mutationsOf(readFileSync(join(folder, path), 'utf8')).map((mutation) => ({ ...mutation, path })),
  )
  for (;;) {
    const change = all[random.below(all.length)]
    if (change === undefined) throw new Error(`nothing to change in ${values.only}`)
    yield change
  }
}

function changed(text: string, { start, end, to }: Mutation): string {
  return text.slice(0, start) + to + text.slice(end)
}

async function noticedBy(path: string): Promise<keyof typeof totals> {
  const near = testsBeside(path)
  if (
    near.length > 0 &&
    (await fails(['--test', `--test-reporter=${join(root, 'scripts/test-reporter.mjs')}`, ...near]))
  )
    return 'beside'
  if (await fails(['test/run/quick.ts'])) return 'quick'
  const [room = ''] = /^((?:pint-ae\/)?src\/[^/]+|[^/]+)/.exec(path) ?? []
  return (await fails(['test/run/all.ts', room])) ? 'room' : 'unnoticed'
}

/** Tests in the folder of a file, and those elsewhere that import it. */
function testsBeside(path: string): readonly string[] {
  const tests = (...which: readonly string[]) =>
    spawnSync('git', which, { cwd: root, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((one) => /\.test\.ts$/.test(one))
  const importing = tests('grep', '--name-only', `/${basename(path)}'`)
  return [...new Set([...tests('ls-files', `:(glob)${dirname(path)}/*.test.ts`), ...importing])]
}

/** `src/money.ts:12: < becomes <=: if (one < other)`. */
function placeIn(text: string, { path, start, from, to }: Change): string {
  const before = text.slice(0, start).split('\n')
  const line = text.split('\n')[before.length - 1]?.trim() ?? ''
  return `${path}:${before.length}: ${from.trim()} becomes ${to || 'nothing'}: ${line}`
}

/** The exit code. */
function run(command: string, args: readonly string[], cwd = folder): number {
  const { status } = spawnSync(command, [...args], { cwd, stdio: 'ignore', timeout: limitMs })
  return status ?? 1
}

/** Whether tests fail, as soon as the first one does. */
async function fails(args: readonly string[]): Promise<boolean> {
  const child = spawn('node_modules/.bin/node', args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const limit = setTimeout(resolve, limitMs, true)
  child.stdout.on('data', (text: Buffer) => {
    if (text.includes('✖')) resolve(true)
  })
  child.on('exit', (code) => resolve(code !== 0))
  const interrupted = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    process.exit(1)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  const hasFailed = await promise
  clearTimeout(limit)
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  // The processes of the tests too; they have ended where the group is gone.
  if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  return hasFailed
}
