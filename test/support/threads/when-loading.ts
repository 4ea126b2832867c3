import { getPriority } from 'node:os'
import { doJobs } from '../../../src/threads/do-jobs.ts'

// A work thread that answers with the priority that it had when this script began.
const priority = getPriority()

doJobs(() => priority)
