import { PDFArray, PDFDict, type PDFObject, PDFRef } from '@selfbill/printing/pdf'
import { names, refsIn, type TaggedPdf } from './tagged-pdf.ts'

/** A number of rows and the number of pages that they fill. */
export interface Cut {
  readonly rows: number
  readonly pages: number
}

/**
 * The last page that begins with a row. Everything before it looks as it would if the table were
 * laid out as a whole.
 */
export function lastCut(section: TaggedPdf): Cut | undefined {
  const places = new Map(refsIn(section.pages.asArray()).map((page, at) => [page, at]))
  let cut: Cut | undefined
  let last = 0
  for (const [at, row] of refsIn(section.childrenOf(section.tableBody).asArray()).entries()) {
    const pages = [...pagesOf(section, row)].flatMap((page) => places.get(page) ?? [])
    const first = Math.min(...pages)
    if (at > 0 && first > last) cut = { rows: at, pages: first }
    last = Math.max(last, ...pages)
  }
  return cut
}

/** The pages of a structure element or of a list of elements. */
function* pagesOf(section: TaggedPdf, element: PDFObject | undefined): Iterable<PDFRef> {
  const found = section.context.lookup(element)
  if (found instanceof PDFArray) for (const child of found.asArray()) yield* pagesOf(section, child)
  if (!(found instanceof PDFDict)) return
  const page = found.get(names.Pg)
  if (page instanceof PDFRef) yield page
  yield* pagesOf(section, found.get(names.K))
}
