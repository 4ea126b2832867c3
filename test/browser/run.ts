import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import report from '../../scripts/test-reporter.mjs'
import { keepCompiled } from '../support/processes/keep-compiled.ts'
import { chromiumPath, places } from './chromium.ts'

// `npm run test:browser`: the console in a real browser. Without one, a line says so and the run
// passes. Arguments select files by the beginning of their names: `npm run test:browser -- clerk`.

const timeoutMs = 900_000

if (chromiumPath() === undefined) {
  console.log(`The console was not tried in a browser: no Chromium at CHROMIUM_PATH, ${places.join(' or ')}`)
} else {
  await runFiles()
}

async function runFiles(): Promise<void> {
  const wanted = process.argv.slice(2)
  const names = globSync('*.browser.ts', { cwd: import.meta.dirname })
    .filter((name) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)))
    // The longest first, so that the other processor is not idle at the end.
    .toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  if (names.length === 0) throw new Error(`no file begins with ${wanted.join(' or ')}`)
  // Files start the embedded database alone.
  process.env.TEST_TIER = 'quick'
  keepCompiled(process.env)
  const files = names.map((name) => join(import.meta.dirname, name))
  for await (const text of report(watched(run({ files, concurrency: 2, timeout: timeoutMs })))) {
    process.stdout.write(text)
  }
}

function isLong(name: string): boolean {
  return name.startsWith('walk') || name.startsWith('site')
}

async function* watched(events: ReturnType<typeof run>) {
  for await (const event of events) {
    if (event.type === 'test:fail') process.exitCode = 1
    yield event
  }
}
