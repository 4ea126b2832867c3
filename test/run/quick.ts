import report from '../../scripts/test-reporter.mjs'
import { runShared } from './shared-processes.ts'

// `npm test`: the quick tests, on the embedded database.

// For test/support/effort.ts, in the processes of the tests and in theirs.
process.env.TEST_TIER = 'quick'

async function* events() {
  for await (const event of runShared(600_000)) {
    if (event.type === 'test:fail') process.exitCode = 1
    yield event
  }
}

for await (const text of report(events())) process.stdout.write(text)
