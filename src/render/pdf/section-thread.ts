import { workerData } from 'node:worker_threads'
import { memoryOf } from '../../text/text.ts'
import { doJobs } from '../../threads/do-jobs.ts'
import type { Layout } from './layout.ts'
import { Typesetter } from './typesetter.ts'

// The thread that lays out one section of a long page.
const opening = Typesetter.open(workerData.typst)

doJobs(
  async (layout: Layout): Promise<Uint8Array> => (await opening).typeset(layout),
  (pdf: Uint8Array) => memoryOf([pdf]),
)
