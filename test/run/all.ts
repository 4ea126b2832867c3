import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import report from '../../scripts/test-reporter.mjs'
import { keepCompiled } from '../../src/cli/compile-cache.ts'
import { effort } from '../support/effort.ts'
import { pathOf, testFiles, tierOf } from './tiers.ts'

// `npm run test:ci`: every test file in its own process, as many at once as there are processors;
// then the files that need the machine to themselves. Arguments select files by the beginning of
// their paths: `npm run test:ci -- src/xml`.

const wanted = process.argv.slice(2)
const files = [...testFiles('src'), ...testFiles('test')].filter(
  (file) => wanted.length === 0 || wanted.some((start) => file.startsWith(start)),
)
const byTier = Object.groupBy(files, tierOf)
// A long file that starts last would leave processors idle.
const groups = [
  { files: [...(byTier.slow ?? []), ...(byTier.quick ?? [])], concurrency: Math.max(2, availableParallelism()) },
  { files: byTier.alone ?? [], concurrency: 1 },
]
keepCompiled(process.env)
const timeout = effort === 'long' ? 3_600_000 : 600_000

async function* events() {
  for (const { files, concurrency } of groups) {
    if (files.length === 0) continue
    for await (const event of run({ files: files.map(pathOf), concurrency, timeout })) {
      // One summary for all groups.
      if (event.type === 'test:summary' && event.data.file === undefined) continue
      if (event.type === 'test:fail') process.exitCode = 1
      yield event
    }
  }
}

if (files.length === 0) throw new Error(`no test file begins with ${wanted.join(' or ')}`)
for await (const text of report(events())) process.stdout.write(text)
