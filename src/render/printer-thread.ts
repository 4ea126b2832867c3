import { memoryOf } from '../text/text.ts'
import { doJobs } from '../threads/do-jobs.ts'
import { htmlOf } from './html/html.ts'
import { printedPage, printOrderOf } from './page/printed-page.ts'
import { Typesetter } from './pdf/typesetter.ts'
import type { PrinterTask } from './printer.ts'

// The thread that prints. The typesetter, half a second to open, comes with the first PDF.
let opening: Promise<Typesetter> | undefined

doJobs(
  async ({ order, format }: PrinterTask): Promise<Uint8Array> => {
    const page = printedPage(printOrderOf(order))
    if (format === 'html') return new TextEncoder().encode(htmlOf(page))
    opening ??= Typesetter.open()
    return (await opening).pdf(page)
  },
  (printed: Uint8Array) => memoryOf([printed]),
)
