import { workerData } from 'node:worker_threads'
import { openCatalogue } from '../rulebook/catalogue/catalogue.ts'
import { listedRule } from '../rulebook/catalogue/listed-rule.ts'
import type { RulebookOptions } from '../rulebook/rulebook.ts'
import { doJobs } from '../threads/do-jobs.ts'

// The thread that reads the catalogue of rules: a third of a second during which nothing else could
// be answered.
const options: RulebookOptions = workerData

doJobs(() => openCatalogue(options).map(listedRule))
