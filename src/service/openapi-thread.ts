import { openApiDocument } from '../api/openapi/openapi-document.ts'
import { dictionary } from '../features/dictionary.ts'
import { operations } from '../features/index.ts'
import { doJobs } from '../threads/do-jobs.ts'

// Writes the OpenAPI document on a thread: on the main thread it would block all answers for a
// tenth of a second.
doJobs(() => JSON.stringify(openApiDocument(operations, dictionary)))
