import { workerData } from 'node:worker_threads'
import { openCatalogue } from '../rulebook/catalogue/catalogue.ts'
import { listedRule } from '../rulebook/catalogue/listed-rule.ts'
import type { RulebookOptions } from '../rulebook/rulebook.ts'
import { doJobs } from '../threads/do-jobs.ts'

// Reads the catalogue of rules on a thread: on the main thread it would block all answers for a
// third of a second.
const options: RulebookOptions = workerData

doJobs(() => openCatalogue(options).map(listedRule))
