import { inflateSync } from 'node:zlib'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The content of a PDF as a reader sees it. */
export async function readPdf(data: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(data), isEvalSupported: false, verbosity: 0 }).promise
  const texts: string[] = []
  const outlines: string[] = []
  const lines: TextLine[] = []
  const ends: ReadonlyMap<string, number>[] = []
  let missingGlyphs = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    ends.push(new Map(items.flatMap((item) => ('str' in item ? [[item.str, item.transform[4] + item.width]] : []))))
    lines.push(
      ...items.flatMap((item) => ('str' in item ? [{ text: item.str, page: number, y: item.transform[5] }] : [])),
    )
    outlines.push(outlineOf(await page.getStructTree()))
    const { fnArray, argsArray } = await page.getOperatorList()
    fnArray.forEach((operator: number, at: number) => {
      if (operator === OPS.showText) missingGlyphs += missingIn(argsArray[at]?.[0])
    })
  }
  const raw = Buffer.from(data).toString('latin1')
  return {
    pages: document.numPages,
    text: bare(texts.join('\n')),
    texts: texts.map(bare),
    ends,
    lines,
    outlines,
    fonts: [...raw.matchAll(/\/BaseFont\s*\/([\w+-]+)/g)].map((match) => match[1] ?? ''),
    missingGlyphs,
    attachments: filesIn(await document.getAttachments()),
    metadata: (await document.getMetadata()).metadata?.getRaw() ?? '',
    actualTexts: [...streamsOf(Buffer.from(data)).matchAll(/\/ActualText <FEFF([0-9A-F]+)>/g)].map((match) =>
      Buffer.from(match[1] ?? '', 'hex')
        .swap16()
        .toString('utf16le'),
    ),
  }
}

export interface ReadPdf {
  readonly pages: number
  /** Without white space. */
  readonly text: string
  /** The same for each page. */
  readonly texts: readonly string[]
  /** Right ends of the texts on each page, from its left edge; the last one for equal texts. */
  readonly ends: readonly ReadonlyMap<string, number>[]
  readonly lines: readonly TextLine[]
  /** The structure for screen readers, for each page: "Table(TR(TD TD))". */
  readonly outlines: readonly string[]
  readonly fonts: readonly string[]
  /** Number of missing glyphs: glyph 0 of a font. */
  readonly missingGlyphs: number
  /** Content by file name. */
  readonly attachments: ReadonlyMap<string, Uint8Array>
  /** XMP. */
  readonly metadata: string
  /**
   * The text of glyph groups that do not map letter by letter; pdf.js does not read it, screen
   * readers do.
   */
  readonly actualTexts: readonly string[]
}

/** A piece of a line of text; `y` in points from the bottom of its page. */
export interface TextLine {
  readonly text: string
  readonly page: number
  readonly y: number
}

function bare(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s/g, '')
}

function outlineOf(node: object): string {
  if (!('role' in node) || !('children' in node) || !Array.isArray(node.children)) return ''
  const children = node.children.map(outlineOf).filter((outline) => outline !== '')
  return children.length === 0 ? `${node.role}` : `${node.role}(${children.join(' ')})`
}

/** The drawing commands as text: all deflated streams. */
function streamsOf(data: Buffer): string {
  const streams: string[] = []
  const [begin, end] = ['\nstream\n', '\nendstream']
  for (let at = data.indexOf(begin); at >= 0; at = data.indexOf(begin, at)) {
    const until = data.indexOf(end, at)
    const stream = data.subarray(at + begin.length, until)
    if (stream[0] === 0x78) streams.push(inflateSync(stream).toString('latin1'))
    at = until
  }
  return streams.join('\n')
}

function filesIn(attachments: unknown): ReadonlyMap<string, Uint8Array> {
  const files = typeof attachments === 'object' && attachments !== null ? Object.values(attachments) : []
  return new Map(files.flatMap((file) => (isFile(file) ? [[file.filename, file.content] as const] : [])))
}

function isFile(file: unknown): file is { readonly filename: string; readonly content: Uint8Array } {
  return typeof file === 'object' && file !== null && 'filename' in file && 'content' in file
}

function missingIn(glyphs: unknown): number {
  if (!Array.isArray(glyphs)) return 0
  return glyphs.filter((glyph: unknown) => isGlyph(glyph) && glyph.originalCharCode === 0).length
}

function isGlyph(glyph: unknown): glyph is { readonly originalCharCode: number } {
  return typeof glyph === 'object' && glyph !== null && 'originalCharCode' in glyph
}
