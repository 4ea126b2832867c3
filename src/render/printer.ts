import { htmlOf, type Page, printedPage } from '@selfbill/pint-ae/page'
import { memoryOf } from '@selfbill/pint-ae/text'
import { JobExceeded } from '../threads/job.ts'
import { scriptBeside } from '../threads/script-beside.ts'
import { type PoolLimits, ThreadPool } from '../threads/thread-pool.ts'
import { isPrintingInstalled, PrintingMissing } from './printing-package.ts'
import { printOrderOf, type StoredOrder } from './stored-order.ts'

/**
 * Prints documents as HTML or PDF. A short HTML is printed on the calling thread. Everything else
 * uses two threads: one for PDFs of long documents, which take seconds, and one for the rest, which
 * then waits only milliseconds.
 */
export class Printer {
  readonly #short: PrintThread
  readonly #long: PrintThread
  readonly #printsPdf: boolean
  readonly #onGivenUp: (print: GivenUp) => void

  /** `onGivenUp` hears of documents that exceed a limit. It returns at once and never throws. */
  constructor(
    limits: PoolLimits = defaultLimits,
    printsPdf = isPrintingInstalled,
    onGivenUp: (print: GivenUp) => void = () => undefined,
  ) {
    this.#onGivenUp = onGivenUp
    this.#printsPdf = printsPdf
    this.#short = new ThreadPool(script, undefined, limits)
    this.#long = new ThreadPool(script, undefined, limits)
  }

  /**
   * Returns UTF-8. Like `pdf`, rejects with `ThreadBusy` or `ShareExceeded` when too many orders
   * wait, or with `JobExceeded`.
   */
  html(order: StoredOrder, orgId: string): Promise<Uint8Array> {
    if (sizeOf(order) > shortHtmlMax) return this.#print(this.#short, { order, format: 'html' }, orgId)
    return Promise.resolve(new TextEncoder().encode(htmlOf(printedPage(printOrderOf(order)))))
  }

  /** Rejects with `PrintingMissing` where `@selfbill/printing` is not installed. */
  pdf(order: StoredOrder, orgId: string): Promise<Uint8Array> {
    if (!this.#printsPdf) return Promise.reject(new PrintingMissing())
    return this.#print(sizeOf(order) > shortPdfMax ? this.#long : this.#short, { order, format: 'pdf' }, orgId)
  }

  /** Whether `@selfbill/printing` is installed. */
  get printsPdf(): boolean {
    return this.#printsPdf
  }

  /** A page that is not a document, as a PDF. Rejects like `pdf`. */
  page(page: Page, orgId: string): Promise<Uint8Array> {
    if (!this.#printsPdf) return Promise.reject(new PrintingMissing())
    const size = JSON.stringify(page).length + emptyPageCharacters
    return this.#short.run({ orgId, size, begin: () => ({ order: { page } }) })
  }

  async #print(thread: PrintThread, task: DocumentTask, orgId: string): Promise<Uint8Array> {
    const { order, format } = task
    // Before its texts move to the thread.
    const characters = sizeOf(order)
    try {
      return await print(thread, task, orgId)
    } catch (error) {
      if (error instanceof JobExceeded)
        this.#onGivenUp({ orgId, documentId: order.id, format, characters, limit: error.limit })
      throw error
    }
  }

  /** Stops the current prints. */
  async close(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()])
  }
}

/** A document that was not printed, because it exceeded a limit of time or memory. */
export interface GivenUp {
  readonly orgId: string
  readonly documentId: string
  readonly format: 'html' | 'pdf'
  /** Of its answer and findings. */
  readonly characters: number
  readonly limit: JobExceeded['limit']
}

export type PrinterTask = DocumentTask | { readonly page: Page }

interface DocumentTask {
  readonly order: StoredOrder
  readonly format: 'html' | 'pdf'
}

type PrintThread = ThreadPool<PrinterTask, Uint8Array>

function print(thread: PrintThread, task: DocumentTask, orgId: string): Promise<Uint8Array> {
  const { answer, findings, request, ubl } = task.order
  const transfer = memoryOf([...answer, ...findings, ...request, ...(ubl ?? [])])
  return thread.run({ orgId, size: sizeOf(task.order) + emptyPageCharacters, begin: () => ({ order: task, transfer }) })
}

function sizeOf({ answer, findings }: StoredOrder): number {
  return [...answer, ...findings].reduce((total, part) => total + part.length, 0)
}

const script = scriptBeside(import.meta.url, './printer-thread')
const megabyte = 1024 * 1024

/** A document of 10,000 lines takes ten seconds or more, several times that on a busy machine. */
export const printMs = 120_000

export const defaultLimits: PoolLimits = {
  jobMs: printMs,
  heap: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 },
  idleMs: 20_000,
  waitingMax: 32,
  waitingOfOneMax: 8,
  sizeMax: 256 * megabyte,
  // Typst as WebAssembly never frees memory: 300 bytes for each character of content.
  doneMax: 1_000_000,
}

/** Memory that any page leaves in the typesetter, counted in characters. */
const emptyPageCharacters = 3_000
/** About a hundred lines: a few milliseconds. */
const shortHtmlMax = 64_000
/** A few hundred lines: half a second. */
const shortPdfMax = 300_000
