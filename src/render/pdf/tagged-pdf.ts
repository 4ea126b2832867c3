import {
  ParseSpeeds,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@selfbill/printing/pdf'

/**
 * A PDF from Typst, with the places where sections are joined: its pages, and the structure for
 * screen readers down to the rows of the first table. Reading any other PDF fails.
 */
export class TaggedPdf {
  readonly context: PDFContext
  /** The catalog, the root of all objects. */
  readonly root: PDFRef

  constructor(context: PDFContext, root: PDFRef) {
    this.context = context
    this.root = root
  }

  static async read(data: Uint8Array): Promise<TaggedPdf> {
    const { context } = await PDFDocument.load(data, {
      parseSpeed: ParseSpeeds.Fastest,
      throwOnInvalidObject: true,
      updateMetadata: false,
    })
    return new TaggedPdf(context, asRef(context.trailerInfo.Root))
  }

  get catalog(): PDFDict {
    return this.context.lookup(this.root, PDFDict)
  }

  get info(): PDFRef {
    return asRef(this.context.trailerInfo.Info)
  }

  /** The id that Typst computed from the content. */
  get id(): string {
    return this.context.lookup(this.context.trailerInfo.ID, PDFArray).lookup(0, PDFString).asString()
  }

  get pageTree(): PDFDict {
    return this.catalog.lookup(names.Pages, PDFDict)
  }

  get pages(): PDFArray {
    return this.pageTree.lookup(names.Kids, PDFArray)
  }

  get structure(): PDFDict {
    return this.catalog.lookup(names.StructTreeRoot, PDFDict)
  }

  /** For each page, its index in the structure and the list of its elements. */
  get pageElements(): PDFArray {
    return this.structure.lookup(names.ParentTree, PDFDict).lookup(names.Nums, PDFArray)
  }

  /** Pairs of element name and element. */
  get elementNames(): PDFArray {
    return this.structure.lookup(names.IDTree, PDFDict).lookup(names.Names, PDFArray)
  }

  get document(): PDFRef {
    const [document, ...others] = refsIn(this.structure.lookup(names.K, PDFArray).asArray())
    if (document === undefined || others.length > 0) throw new Error(`the PDF has ${others.length + 1} documents`)
    return document
  }

  get table(): PDFRef {
    return this.#first(this.document, 'Table')
  }

  get tableBody(): PDFRef {
    return this.#first(this.table, 'TBody')
  }

  childrenOf(element: PDFRef): PDFArray {
    return this.context.lookup(element, PDFDict).lookup(names.K, PDFArray)
  }

  /** Detaches the children of an element from it. */
  detached(element: PDFRef): readonly PDFRef[] {
    const children = refsIn(emptied(this.childrenOf(element)))
    for (const child of children) this.context.lookup(child, PDFDict).delete(names.P)
    return children
  }

  #first(parent: PDFRef, kind: string): PDFRef {
    const isOfKind = (child: PDFRef) => this.context.lookup(child, PDFDict).get(names.S) === PDFName.of(kind)
    const found = refsIn(this.childrenOf(parent).asArray()).find(isOfKind)
    if (found === undefined) throw new Error(`the PDF has no ${kind}`)
    return found
  }
}

/** The reference under this name. */
export function refIn(object: PDFDict, name: PDFName): PDFRef {
  return asRef(object.get(name))
}

export function refsIn(list: readonly PDFObject[]): readonly PDFRef[] {
  return list.map(asRef)
}

function asRef(item: PDFObject | undefined): PDFRef {
  if (!(item instanceof PDFRef)) throw new Error(`the PDF has ${item} where a reference should be`)
  return item
}

/** A list of keys, each followed by its value. */
export function pairsOf(list: readonly PDFObject[]): readonly (readonly [key: PDFObject, value: PDFObject])[] {
  return list.flatMap((key, at) => {
    const value = list[at + 1]
    return at % 2 === 1 || value === undefined ? [] : [[key, value] as const]
  })
}

/** Empties the list and returns its items. */
export function emptied(list: PDFArray): readonly PDFObject[] {
  const items = list.asArray()
  for (let at = items.length - 1; at >= 0; at--) list.remove(at)
  return items
}

export const names = {
  BBox: PDFName.of('BBox'),
  Contents: PDFName.of('Contents'),
  Count: PDFName.of('Count'),
  IDTree: PDFName.of('IDTree'),
  K: PDFName.of('K'),
  Kids: PDFName.of('Kids'),
  MediaBox: PDFName.of('MediaBox'),
  Metadata: PDFName.of('Metadata'),
  Names: PDFName.of('Names'),
  Nums: PDFName.of('Nums'),
  P: PDFName.of('P'),
  Pages: PDFName.of('Pages'),
  Parent: PDFName.of('Parent'),
  ParentTree: PDFName.of('ParentTree'),
  ParentTreeNextKey: PDFName.of('ParentTreeNextKey'),
  Pg: PDFName.of('Pg'),
  Resources: PDFName.of('Resources'),
  S: PDFName.of('S'),
  StructParents: PDFName.of('StructParents'),
  StructTreeRoot: PDFName.of('StructTreeRoot'),
  Subtype: PDFName.of('Subtype'),
  Type: PDFName.of('Type'),
  XObject: PDFName.of('XObject'),
} as const
