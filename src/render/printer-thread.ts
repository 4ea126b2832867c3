import { parentPort } from 'node:worker_threads'
import { htmlOf } from './html/html.ts'
import { printedPage } from './page/printed-page.ts'
import { Typesetter } from './pdf/typesetter.ts'
import type { PrinterReply, PrinterTask } from './print-lane.ts'

// The thread that prints: one document after the other. The typesetter, half a second to open, comes with the first PDF.
let opening: Promise<Typesetter> | undefined

parentPort?.on('message', async (task: PrinterTask) => {
  parentPort?.postMessage(await replyTo(task))
})

async function replyTo({ order, format }: PrinterTask): Promise<PrinterReply> {
  try {
    const page = printedPage(order)
    if (format === 'html') return { printed: new TextEncoder().encode(htmlOf(page)) }
    opening ??= Typesetter.open()
    return { printed: await (await opening).pdf(page) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
