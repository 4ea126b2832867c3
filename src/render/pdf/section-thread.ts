import { memoryOf } from '@selfbill/pint-ae/text'
import { doJobs } from '../../threads/do-jobs.ts'
import type { Layout } from './layout.ts'
import { Typesetter } from './typesetter.ts'

// The thread that lays out the sections of a long page, while another one joins them.
const opening = Typesetter.open()

doJobs(
  async (layout: Layout): Promise<Uint8Array> => (await opening).typeset(layout),
  (pdf: Uint8Array) => memoryOf([pdf]),
)
