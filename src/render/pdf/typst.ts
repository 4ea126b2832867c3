/** Typst with page.typ and all fonts. Lays out one page after the other. */
export interface Typst {
  /** `data`: JSON for page.typ; `ubl`: the document in the PDF; null without one, as `logo`. */
  pdf(data: string, ubl: Uint8Array | null, logo: Uint8Array | null): Promise<Uint8Array>
}

/** The layout could not be made: a mistake of ours, or memory ran out. */
export class LayoutFailed extends Error {
  override readonly name = 'LayoutFailed'

  constructor(diagnostics: unknown) {
    super(`the PDF could not be laid out: ${JSON.stringify(diagnostics)}`)
  }
}
