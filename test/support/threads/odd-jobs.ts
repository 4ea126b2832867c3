import { threadId } from 'node:worker_threads'
import { doJobs } from '../../../src/threads/do-jobs.ts'

// A work thread that does the test's jobs and answers with its thread id.
export type OddJob = 'answer' | 'fail' | 'end' | 'never' | 'fill'

doJobs((job: OddJob) => {
  if (job === 'fail') throw new Error('it failed')
  if (job === 'end') process.exit(1)
  if (job === 'never') for (;;);
  // In small steps: V8 ends the whole process when a thread exceeds its limit by far in one.
  if (job === 'fill') for (let all: object = {}; ; ) all = { all }
  return threadId
})
