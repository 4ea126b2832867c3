import { workerData } from 'node:worker_threads'
import { listedRule } from '@selfbill/pint-ae/rulebook'
import { openCatalogue, type RulebookOptions } from '../rules/open-rulebook.ts'
import { doJobs } from '../threads/do-jobs.ts'

// Reads the catalogue of rules on a thread: on the main thread it would block all answers for a
// third of a second.
const options: RulebookOptions = workerData

doJobs(() => openCatalogue(options).map(listedRule))
