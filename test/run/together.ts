import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { keepCompiled } from '../../src/cli/compile-cache.ts'
import { endAll } from './at-end.ts'
import { pathOf } from './tiers.ts'

/**
 * Runs test files one after the other in this process, which spares each the start of Node and of
 * the whole service. Each is a suite of its own, so that its hooks stay its own (node's
 * `--test-isolation=none` would run them around every file), and is imported only when it is its
 * turn: a test belongs to the suite that is being built.
 */
export async function runTogether(files: readonly string[]): Promise<void> {
  // Read by test/support/effort.ts, in this process and in those it starts.
  process.env.TEST_TIER = 'quick'
  keepCompiled(process.env)
  for (const file of files) {
    await describe(file, async () => {
      await import(pathToFileURL(pathOf(file)).href)
    })
  }
  await endAll()
}
