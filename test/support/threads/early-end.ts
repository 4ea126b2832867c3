import { setTimeout } from 'node:timers/promises'
import { ThreadPool } from '../../../src/threads/thread-pool.ts'

// A process that starts a thread for jobs to come and ends so many milliseconds later.
const mebibytes = { maxOldGenerationSizeMb: 256 }
const limits = { jobMs: 60_000, heap: mebibytes, idleMs: 60_000, waitingMax: 1, waitingOfOneMax: 1, doneMax: 1 }
new ThreadPool(new URL('./slow-start.ts', import.meta.url), undefined, limits).warmUp()
await setTimeout(Number(process.argv[2]))
