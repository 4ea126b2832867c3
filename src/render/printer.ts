import { htmlOf } from './html/html.ts'
import { type PrintOrder, printedPage } from './page/printed-page.ts'
import { type PrinterLimits, PrintLane } from './print-lane.ts'

/**
 * Prints documents as HTML or PDF. Everything but a short HTML is done on two threads, and nobody else's request waits for them:
 * one thread prints the PDFs of long documents, seconds each, and the other all the rest, so that these wait milliseconds.
 */
export class Printer {
  readonly #short: PrintLane
  readonly #long: PrintLane

  constructor(limits: PrinterLimits = defaultLimits) {
    this.#short = new PrintLane(limits)
    this.#long = new PrintLane(limits)
  }

  /** UTF-8 text. Rejects with `PrinterBusy` or `PrintsExceeded` when too many wait already; so does `pdf`. */
  html(order: PrintOrder, orgId: string): Promise<Uint8Array> {
    if (order.answer.length > shortHtmlCharactersMax) return this.#short.print({ order, format: 'html' }, orgId)
    return Promise.resolve(new TextEncoder().encode(htmlOf(printedPage(order))))
  }

  pdf(order: PrintOrder, orgId: string): Promise<Uint8Array> {
    const lane = order.answer.length > shortPdfCharactersMax ? this.#long : this.#short
    return lane.print({ order, format: 'pdf' }, orgId)
  }

  /** Ends what is being printed. */
  async close(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()])
  }
}

export const defaultLimits: PrinterLimits = {
  documentMs: 120_000,
  waitingMax: 32,
  waitingOfOneMax: 8,
  threadCharactersMax: 1_000_000,
}

/** A hundred lines or so: a few milliseconds. */
const shortHtmlCharactersMax = 64_000
/** Some hundred lines: half a second. */
const shortPdfCharactersMax = 300_000
