import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import report from '../../scripts/test-reporter.mjs'
import { effort } from '../support/effort.ts'
import { keepCompiled } from '../support/processes/keep-compiled.ts'
import { runShared } from './shared-processes.ts'
import { allTestFiles, pathOf, tierOf } from './tiers.ts'

// `npm run test:ci`: every test. Slow files have a process each. The quick and full files share two
// processes beside them: while some wait, others compute. Then come the files that need the machine
// to themselves. Arguments select files by the beginning of their paths, `npm run test:ci -- src/store`;
// those have a process each, and so has every file in `npm run test:long`.

const wanted = process.argv.slice(2)
const files = allTestFiles().filter((file) => wanted.length === 0 || wanted.some((start) => file.startsWith(start)))
const { slow = [], quick = [], full = [], alone = [], check = [] } = Object.groupBy(files, tierOf)
// Otherwise `npm run check` runs them.
const asked = wanted.length > 0 ? check : []
const longFirst = slow.toSorted((one, other) => Number(one.startsWith('src/')) - Number(other.startsWith('src/')))
const areApart = wanted.length > 0 || effort === 'long'
keepCompiled(process.env)
const timeout = effort === 'long' ? 3_600_000 : 600_000

async function* events() {
  // More processes than there are processors: most of them wait now and then. The slow files of src/
  // are short and come last, so that no processor is idle at the end.
  const processors = availableParallelism()
  if (areApart) yield* runApart([...slow, ...full, ...quick, ...asked], processors + 1)
  else yield* besideEachOther(runApart(longFirst, processors), runShared(3 * timeout))
  yield* runApart(alone, 1)
}

async function* runApart(files: readonly string[], concurrency: number) {
  if (files.length > 0) yield* run({ files: files.map(pathOf), concurrency, timeout })
}

/** The values of all of them, as they come. */
async function* besideEachOther<Value>(...sources: readonly AsyncGenerator<Value>[]): AsyncGenerator<Value> {
  const next = async (source: AsyncGenerator<Value>) => ({ source, result: await source.next() })
  const waiting = new Map(sources.map((source) => [source, next(source)]))
  while (waiting.size > 0) {
    const { source, result } = await Promise.race(waiting.values())
    if (result.done === true) {
      waiting.delete(source)
      continue
    }
    waiting.set(source, next(source))
    yield result.value
  }
}

async function* watched() {
  for await (const event of events()) {
    // One summary for all of them.
    if (event.type === 'test:summary' && event.data.file === undefined) continue
    if (event.type === 'test:fail') process.exitCode = 1
    yield event
  }
}

if (files.length === 0) throw new Error(`no test file begins with ${wanted.join(' or ')}`)
for await (const text of report(watched())) process.stdout.write(text)
