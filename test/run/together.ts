import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { keepCompiled } from '../support/processes/keep-compiled.ts'
import { endAll, shareProcess } from './at-end.ts'
import { claim } from './claim.ts'
import { pathOf } from './tiers.ts'

/**
 * Runs test files one after the other in this process, which starts Node and the service once. Each
 * file is a suite, so that its hooks apply to it alone (`--test-isolation=none` would run them
 * around every file). A file is imported when its suite is built: its tests belong to that suite.
 * Another process with the same files may run at the same time; each file runs in one of them.
 */
export async function runTogether(files: readonly string[], heldMs = 30_000): Promise<void> {
  keepCompiled(process.env)
  shareProcess()
  showLateErrors()
  for (const file of files) {
    if (!claim(file)) continue
    await describe(file, async () => {
      await import(pathToFileURL(pathOf(file)).href)
    })
  }
  await endAll()
  endIfHeld(heldMs)
}

/** The runner says only the message of an error that comes after its test ended, not where it was. */
function showLateErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => console.error(`${event}:`, error))
}

/**
 * A test that fails may leave a loop behind, and then the process would never end: the whole run
 * would time out instead of showing the failure.
 */
function endIfHeld(heldMs: number): void {
  const timer = setTimeout(() => {
    console.error(`still running after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, heldMs)
  timer.unref()
}
