#!/usr/bin/env node
// The command line of the package. A clone has bin/selfbill beside it, which finds the pinned Node.
// Plain JavaScript, because older versions of Node run it too, to say that they are too old.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import process from 'node:process'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Selfbill needs Node 22.18 or later; this is ${process.versions.node}. Install a newer one, or run "npm install node@24" beside Selfbill.`,
  )
  process.exitCode = 1
} else {
  if (process.argv[2] === 'serve') useProcessSettings()
  const source = new URL('../src/cli/selfbill.ts', import.meta.url)
  await import(existsSync(source) ? source.href : new URL('../dist/src/cli/selfbill.js', import.meta.url).href)
}

/**
 * Has large blocks returned to the system immediately: glibc would keep the memory of large
 * documents. And has V8 use one helper thread less than there are cores: by default four of them
 * collect garbage, whatever the machine has, and requests wait for a core. And lets threads collect
 * the garbage of a large document at once (src/threads/return-memory.ts). And has V8 count buffers
 * like its heap: by default 64 MB of them start a collection of the whole heap, so a few large
 * bodies would keep the main thread busy with it (docs/decisions/0055). All are read when a process
 * starts, so this process replaces itself; its id stays the same, and signals reach it.
 */
function useProcessSettings() {
  if (process.platform !== 'linux' || typeof process.execve !== 'function') return
  const { MALLOC_MMAP_THRESHOLD_ = '262144', MALLOC_ARENA_MAX = '2', NODE_OPTIONS = '' } = process.env
  const isMallocSet = process.env.MALLOC_MMAP_THRESHOLD_ !== undefined && process.env.MALLOC_ARENA_MAX !== undefined
  const isPoolSet = [NODE_OPTIONS, ...process.execArgv].some((options) => options.includes('--v8-pool-size'))
  if (isMallocSet && isPoolSet) return
  const poolSize = Math.min(4, Math.max(1, availableParallelism() - 1))
  const pool = isPoolSet ? [] : [`--v8-pool-size=${poolSize}`]
  // A Node that does not know the option would not start.
  const buffers = major === 24 ? ['--external-memory-accounted-in-global-limit'] : []
  process.execve(
    process.execPath,
    [process.execPath, '--expose-gc', ...pool, ...buffers, ...process.execArgv, ...process.argv.slice(1)],
    {
      ...process.env,
      MALLOC_MMAP_THRESHOLD_,
      MALLOC_ARENA_MAX,
    },
  )
}
