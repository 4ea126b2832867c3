import { htmlOf, printedPage } from '@selfbill/pint-ae/page'
import { memoryOf } from '@selfbill/pint-ae/text'
import { doJobs } from '../threads/do-jobs.ts'
import { isLong } from './pdf/layout.ts'
import type { SectionTypesetter } from './pdf/section-typesetter.ts'
import type { Typesetter } from './pdf/typesetter.ts'
import type { PrinterTask } from './printer.ts'
import { printOrderOf, ublOf } from './stored-order.ts'

// The thread that prints. The first PDF that needs a typesetter loads and opens it, which takes
// half a second; HTML needs none.
let opening: Promise<Typesetter> | undefined
let openingSections: Promise<SectionTypesetter> | undefined

doJobs(
  async (task: PrinterTask): Promise<Uint8Array> => {
    if ('page' in task) {
      opening ??= openTypesetter()
      return (await opening).pdf(task.page)
    }
    const { order, format } = task
    const page = printedPage(printOrderOf(order))
    if (format === 'html') return new TextEncoder().encode(htmlOf(page))
    const ubl = ublOf(order)
    if (isLong(page)) {
      openingSections ??= openSections()
      return (await openingSections).pdf(page, ubl)
    }
    opening ??= openTypesetter()
    return (await opening).pdf(page, { ubl })
  },
  (printed: Uint8Array) => memoryOf([printed]),
)

async function openTypesetter(): Promise<Typesetter> {
  const { Typesetter } = await import('./pdf/typesetter.ts')
  return await Typesetter.open()
}

/** Loaded on demand: the code that joins sections takes 30 MB, and only long pages need it. */
async function openSections(): Promise<SectionTypesetter> {
  const { SectionTypesetter } = await import('./pdf/section-typesetter.ts')
  return await SectionTypesetter.open()
}
