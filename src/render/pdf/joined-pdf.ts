import { createHash } from 'node:crypto'
import {
  PDFContext,
  PDFDict,
  PDFNumber,
  type PDFObject,
  PDFObjectCopier,
  type PDFRef,
  PDFStream,
  PDFString,
  PDFWriter,
} from '@selfbill/printing/pdf'
import { addFeet } from './page-feet.ts'
import type { Cut } from './section-cut.ts'
import { emptied, names, pairsOf, refIn, refsIn, TaggedPdf } from './tagged-pdf.ts'

/**
 * Joins the sections of a page into one PDF. The tables at the start and end of sections become one
 * again, also for screen readers. Sections are added one after another, and only the needed parts
 * stay in memory.
 */
export class JoinedPdf {
  readonly #context = PDFContext.create()
  /** The file's id is a hash of its content. */
  readonly #id = createHash('sha256')
  #joined: TaggedPdf | undefined

  get pages(): number {
    return this.#joined?.pages.size() ?? 0
  }

  /** Takes rows and pages from the section: those before the cut, or all without one. */
  add(section: TaggedPdf, cut?: Cut): void {
    const copier = PDFObjectCopier.for(section.context, this.#context)
    const isFirst = this.#joined === undefined
    const { table } = section
    this.#id.update(section.id)
    section.catalog.delete(names.Metadata)
    const rows = section.detached(section.tableBody).slice(0, cut?.rows)
    if (!isFirst) section.detached(table)
    const blocks = section.detached(section.document).filter((block) => isFirst || block !== table)
    const pages = refsIn(emptied(section.pages)).slice(0, cut?.pages)
    const elementsOf = new Map(pairsOf(emptied(section.pageElements)).map(([key, list]) => [`${key}`, list]))

    // The first section is the frame of the PDF; blocks, rows and pages are added to it.
    this.#joined ??= new TaggedPdf(this.#context, copier.copy(section.root))
    const joined = this.#joined
    append(joined, joined.document, blocks, copier)
    append(joined, joined.tableBody, rows, copier)
    for (const page of pages) appendPage(joined, page, elementsOf, copier)
    appendNames(joined, section, copier)
  }

  /** `feet` has a page with only the foot for each page of the PDF, and the same title. */
  async finish(feet: TaggedPdf): Promise<Uint8Array> {
    const joined = this.#joined
    if (joined === undefined) throw new Error('no section was added')
    addFeet(joined, feet)
    describe(joined, feet, this.#id.update(feet.id).digest().subarray(0, idBytes).toString('base64'))
    const pages = PDFNumber.of(this.pages)
    joined.pageTree.set(names.Count, pages)
    joined.structure.set(names.ParentTreeNextKey, pages)
    return await PDFWriter.forContext(this.#context, Infinity).serializeToBuffer()
  }
}

function append(joined: TaggedPdf, parent: PDFRef, elements: readonly PDFRef[], copier: PDFObjectCopier): void {
  const children = joined.childrenOf(parent)
  for (const element of elements) {
    const copied = copier.copy(element)
    joined.context.lookup(copied, PDFDict).set(names.P, parent)
    children.push(copied)
  }
}

function appendPage(
  joined: TaggedPdf,
  page: PDFRef,
  elementsOf: ReadonlyMap<string, PDFObject>,
  copier: PDFObjectCopier,
): void {
  const copied = copier.copy(page)
  const leaf = joined.context.lookup(copied, PDFDict)
  const key = PDFNumber.of(joined.pages.size())
  const elements = elementsOf.get(`${leaf.get(names.StructParents)}`)
  leaf.set(names.Parent, refIn(joined.catalog, names.Pages))
  joined.pages.push(copied)
  if (elements === undefined) return
  leaf.set(names.StructParents, key)
  joined.pageElements.push(key)
  joined.pageElements.push(copier.copy(elements))
}

/** Later sections add names only for the headings of further tables. */
function appendNames(joined: TaggedPdf, section: TaggedPdf, copier: PDFObjectCopier): void {
  const known = new Set(pairsOf(joined.elementNames.asArray()).map(([name]) => `${name}`))
  for (const [name, element] of pairsOf(section.elementNames.asArray())) {
    if (known.has(`${name}`)) continue
    joined.elementNames.push(name)
    joined.elementNames.push(copier.copy(element))
  }
}

/** Takes title, language and number of pages from the feet; the id is new. */
function describe(joined: TaggedPdf, feet: TaggedPdf, id: string): void {
  const { context } = joined
  const xmp = Buffer.from(feet.catalog.lookup(names.Metadata, PDFStream).getContents()).toString('utf8')
  const stream = context.stream(Buffer.from(xmp.replaceAll(feet.id, id)), { Type: 'Metadata', Subtype: 'XML' })
  joined.catalog.set(names.Metadata, context.register(stream))
  context.trailerInfo = {
    Root: joined.root,
    Info: PDFObjectCopier.for(feet.context, context).copy(feet.info),
    ID: context.obj([PDFString.of(id), PDFString.of(id)]),
  }
}

/** The length of Typst's ids. */
const idBytes = 16
