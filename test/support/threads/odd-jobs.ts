import { threadId } from 'node:worker_threads'
import { doJobs } from '../../../src/threads/do-jobs.ts'

// A work thread that does what a test asks for, and answers which thread it is.
export type OddJob = 'answer' | 'fail' | 'end' | 'never' | 'fill'

doJobs((job: OddJob) => {
  if (job === 'fail') throw new Error('it failed')
  if (job === 'end') process.exit(1)
  if (job === 'never') for (;;);
  // In small steps: V8 ends the whole process when a thread goes far beyond its limit in one.
  if (job === 'fill') for (let all: object = {}; ; ) all = { all }
  return threadId
})
