import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm'
import { isBlank } from './blank.ts'
import type { Element } from './element.ts'
import { NotScanned, scanXml } from './scan.ts'

/**
 * Reads XML that anybody may have written. UTF-8 only; no document type declaration, so no entities of its own and nothing
 * to fetch; elements nested at most 100 deep. Comments and processing instructions are dropped, blank text between child
 * elements too; CDATA joins the text beside it, and a comment inside text leaves two text nodes, as XPath counts them.
 *
 * What is XML is decided by libxml2, for the whole text, before any of it is taken; the tree is then cut from the text.
 *
 * @throws XmlUnreadable
 */
export function readXml(source: string | Uint8Array, limits: ReadLimits = readLimits): Element {
  const text = typeof source === 'string' ? source : decode(source, limits)
  if (text.length > limits.bytesMax) throw tooLarge(limits)
  refuseManyElements(text, limits.elementsMax)
  refusePrologue(text)
  refuseMalformed(text)
  try {
    return scanXml(text, limits.depthMax)
  } catch (error) {
    if (error instanceof NotScanned) throw new XmlUnreadable(error.message, lineAt(text, error.at))
    throw error
  }
}

/** What a reader takes; the size in bytes, or in UTF-16 units when it is given a string. */
export interface ReadLimits {
  readonly bytesMax: number
  readonly depthMax: number
  /** Of elements, comments and whatever else begins with `<`: what the tree takes in memory goes by them. */
  readonly elementsMax: number
}

const readLimits: ReadLimits = { bytesMax: 64 * 1024 * 1024, depthMax: 100, elementsMax: 10_000_000 }

/** The text is no XML that we take; `line` counts from 1, 0 when the whole document is meant. */
export class XmlUnreadable extends Error {
  readonly line: number

  constructor(reason: string, line: number) {
    super(line > 0 ? `${reason} (line ${line})` : reason)
    this.name = 'XmlUnreadable'
    this.line = line
  }
}

function decode(bytes: Uint8Array, limits: ReadLimits): string {
  if (bytes.byteLength > limits.bytesMax) throw tooLarge(limits)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new XmlUnreadable('the document is not UTF-8', 0)
  }
}

function tooLarge(limits: ReadLimits): XmlUnreadable {
  return new XmlUnreadable(`the document is larger than ${limits.bytesMax} bytes`, 0)
}

/** Before anything is built of them: a thread that runs out of memory can take the process with it. */
function refuseManyElements(text: string, elementsMax: number): void {
  if (text.length < elementsMax * '<a/>'.length) return
  let count = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (text[at + 1] !== '/') count += 1
    if (count > elementsMax) throw new XmlUnreadable(`the document has more than ${elementsMax} elements`, 0)
  }
}

/** Looks at what may stand before the root, before any parser sees it: another encoding or a DOCTYPE ends the reading. */
function refusePrologue(text: string): void {
  // XML has no NUL; where there is one, the parser would guess another encoding than the one that is looked at here.
  if (text.includes('\0')) throw new XmlUnreadable('the document is not UTF-8: it holds a NUL', 0)
  const head = text.slice(0, declarationCharactersMax)
  if (/^\uFEFF?<\?xml\s/.test(head) && !head.includes('?>')) {
    throw new XmlUnreadable(`the XML declaration is longer than ${declarationCharactersMax} characters`, 1)
  }
  const declared = declaredEncoding.exec(head)?.[1]
  if (declared !== undefined && !/^(utf-?8|us-ascii)$/i.test(declared)) {
    throw new XmlUnreadable(`the document declares the encoding ${declared}; only UTF-8 is read`, 1)
  }
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    while (isBlank(text.charCodeAt(at))) at += 1
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (end === undefined) break
    const close = text.indexOf(end, at + 2)
    if (close < 0) return
    at = close + end.length
  }
  if (text.startsWith('<!', at)) {
    throw new XmlUnreadable('a document type declaration is not read', lineAt(text, at))
  }
}

function refuseMalformed(text: string): void {
  const option =
    ParseOption.XML_PARSE_NO_XXE |
    ParseOption.XML_PARSE_NONET |
    ParseOption.XML_PARSE_BIG_LINES |
    ParseOption.XML_PARSE_COMPACT
  try {
    XmlDocument.fromString(text.startsWith('\uFEFF') ? text.slice(1) : text, { option }).dispose()
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const first = error.details[0]
    throw new XmlUnreadable(
      `the document is not well-formed XML: ${(first?.message ?? error.message).trim()}`,
      first?.line ?? 0,
    )
  }
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

const declarationCharactersMax = 400
const declaredEncoding = /^\uFEFF?<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/
