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
} from '@cantoo/pdf-lib'
import { addFeet } from './page-feet.ts'
import type { Cut } from './section-cut.ts'
import { emptied, names, pairsOf, refIn, refsIn, TaggedPdf } from './tagged-pdf.ts'

/**
 * Joins the sections of a page to one PDF. The tables that the sections begin or end with become
 * one again, also for readers that read aloud. Sections come one after another, and only what is
 * needed of them is kept.
 */
export class JoinedPdf {
  readonly #context = PDFContext.create()
  /** Names the file by what is in it. */
  readonly #id = createHash('sha256')
  #joined: TaggedPdf | undefined

  get pages(): number {
    return this.#joined?.pages.size() ?? 0
  }

  /** Takes the section apart: its rows and pages before the cut; without one, everything. */
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

    // Blocks, rows and pages apart, the first section is the frame of the whole.
    this.#joined ??= new TaggedPdf(this.#context, copier.copy(section.root))
    const joined = this.#joined
    append(joined, joined.document, blocks, copier)
    append(joined, joined.tableBody, rows, copier)
    for (const page of pages) appendPage(joined, page, elementsOf, copier)
    appendNames(joined, section, copier)
  }

  /** `feet` has a page for each page of the PDF, with the foot alone, and the same title. */
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

/** Only the headings of further tables have names that earlier sections have not. */
function appendNames(joined: TaggedPdf, section: TaggedPdf, copier: PDFObjectCopier): void {
  const known = new Set(pairsOf(joined.elementNames.asArray()).map(([name]) => `${name}`))
  for (const [name, element] of pairsOf(section.elementNames.asArray())) {
    if (known.has(`${name}`)) continue
    joined.elementNames.push(name)
    joined.elementNames.push(copier.copy(element))
  }
}

/** Title, language and number of pages are those of the feet; the name is its own. */
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

/** As long a name as Typst gives. */
const idBytes = 16
