import type { Page } from '@selfbill/pint-ae/page'
import { describedPdf } from './described-pdf.ts'
import { type Layout, laidPage, layoutOf, type PdfOptions } from './layout.ts'
import { openNativeTypst } from './native-typst.ts'
import type { Typst } from './typst.ts'
import { openWasmTypst } from './wasm-typst.ts'

/**
 * Lays out a page as a PDF with embedded fonts. Arabic is shaped and set right to left, figures in
 * it left to right; tables continue over pages with their headings. The same page gives the same
 * bytes. Typst does the layout; page.typ has the design.
 */
export class Typesetter {
  readonly #typst: Typst

  private constructor(typst: Typst) {
    this.#typst = typst
  }

  /** Reads the layout and the fonts. `isNative`: false takes WebAssembly, as other platforms do. */
  static async open(isNative = true): Promise<Typesetter> {
    return new Typesetter((isNative ? await openNativeTypst() : undefined) ?? (await openWasmTypst()))
  }

  async pdf(page: Page, { ubl = null, cellsMax }: PdfOptions = {}): Promise<Uint8Array> {
    const laid = laidPage(page, cellsMax)
    return this.typeset(layoutOf(laid, { part: null, blocks: laid.blocks, ubl }))
  }

  async typeset({ data, ubl, logo, isConformant }: Layout): Promise<Uint8Array> {
    return describedPdf(await this.#typst.pdf(data, ubl, logo), isConformant)
  }
}
