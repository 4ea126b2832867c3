import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm'
import { isBlank } from './blank.ts'
import type { Element } from './element.ts'
import { declarationCharactersMax, declaredEncoding, decodeUnicode, EncodingRefused, encodingOf } from './encoding.ts'
import { type Kept, NotScanned, scanXml } from './scan.ts'

export { beginsLikeXml } from './encoding.ts'

/**
 * Reads untrusted XML, in the encoding that its declaration or mark states. Refuses document type
 * declarations, so there are no custom entities and nothing to fetch. Elements may be nested 100
 * deep. Unless everything is kept, drops comments, processing instructions and white space between
 * child elements. CDATA joins
 * the text beside it; a comment inside text leaves two text nodes, as in XPath.
 *
 * First libxml2 checks that the whole text is well-formed XML; then the tree is cut from the text.
 *
 * @throws XmlUnreadable
 */
export function readXml(source: string | Uint8Array, limits: ReadLimits = readLimits, kept: Kept = 'content'): Element {
  const text = typeof source === 'string' ? checkedText(source, limits) : checkedBytes(source, limits)
  try {
    return scanXml(text, limits.depthMax, kept)
  } catch (error) {
    if (error instanceof NotScanned) throw new XmlUnreadable(error.message, lineAt(text, error.at))
    throw error
  }
}

/**
 * Reads a document that rules of others judge: they see all that an XSLT processor would show them.
 */
export function readJudged(source: string | Uint8Array): Element {
  return readXml(source, readLimits, 'all')
}

/** The limits of a reader; the size is in bytes, or in UTF-16 units for a string. */
export interface ReadLimits {
  readonly bytesMax: number
  readonly depthMax: number
  /**
   * Elements, comments and everything else that begins with `<`: the memory of the tree depends on
   * their number.
   */
  readonly elementsMax: number
}

const readLimits: ReadLimits = { bytesMax: 64 * 1024 * 1024, depthMax: 100, elementsMax: 10_000_000 }

/** The text is not XML that we accept. `line` counts from 1; 0 means the whole document. */
export class XmlUnreadable extends Error {
  readonly line: number

  constructor(reason: string, line: number) {
    super(line > 0 ? `${reason} (line ${line})` : reason)
    this.name = 'XmlUnreadable'
    this.line = line
  }
}

/** Checks the encoding declaration of a text, which is already decoded. */
function checkedText(text: string, limits: ReadLimits): string {
  const declared = declaredEncoding(text)
  if (declared !== undefined && !/^(utf-?8|us-ascii)$/i.test(declared)) {
    throw new XmlUnreadable(`the document declares the encoding ${declared}, but comes as text`, 1)
  }
  return wellFormed(text, limits)
}

function checkedBytes(bytes: Uint8Array, limits: ReadLimits): string {
  if (bytes.byteLength > limits.bytesMax) throw tooLarge(limits)
  try {
    const encoding = encodingOf(bytes)
    if (encoding.kind === 'declared') return converted(bytes, encoding.label, limits)
    return wellFormed(decodeUnicode(bytes, encoding.family), limits)
  } catch (error) {
    if (error instanceof EncodingRefused) throw new XmlUnreadable(error.message, 0)
    throw error
  }
}

function wellFormed(text: string, limits: ReadLimits): string {
  refuseBeforeParsing(text, limits)
  parsed(() => XmlDocument.fromString(text.startsWith('\uFEFF') ? text.slice(1) : text, { option })).dispose()
  return text
}

/**
 * Lets libxml2 convert a document from one of its many encodings to UTF-8. The checks before
 * parsing look for ASCII text, which all these encodings share.
 */
function converted(bytes: Uint8Array, label: string, limits: ReadLimits): string {
  refuseBeforeParsing(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), limits)
  const document = parsed(() => XmlDocument.fromBuffer(bytes, { option }), label)
  try {
    // An encoding with shift sequences can hide it from the earlier check.
    if (document.dtd !== null) throw new XmlUnreadable(noDoctype, 0)
    const written: Uint8Array[] = []
    const write = (part: Uint8Array) => written.push(part.slice()) && part.length
    document.save({ write, close: () => true }, { encoding: 'utf-8', format: false })
    return Buffer.concat(written).toString()
  } finally {
    document.dispose()
  }
}

function tooLarge(limits: ReadLimits): XmlUnreadable {
  return new XmlUnreadable(`the document is larger than ${limits.bytesMax} bytes`, 0)
}

/** Counts before the tree is built: a thread that runs out of memory can crash the process. */
function refuseManyElements(text: string, elementsMax: number): void {
  if (text.length < elementsMax * '<a/>'.length) return
  let count = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (text[at + 1] !== '/') count += 1
    if (count > elementsMax) throw new XmlUnreadable(`the document has more than ${elementsMax} elements`, 0)
  }
}

function refuseBeforeParsing(text: string, limits: ReadLimits): void {
  if (text.length > limits.bytesMax) throw tooLarge(limits)
  refuseManyElements(text, limits.elementsMax)
  refusePrologue(text)
}

/** Checks the text before the root element, before any parser sees it. A DOCTYPE is refused. */
function refusePrologue(text: string): void {
  // XML has no NUL. With one in the text, the parser would guess another encoding than this check.
  if (text.includes('\0'))
    throw new XmlUnreadable('the document is not in the encoding that it seems to have: it contains a NUL', 0)
  const head = text.slice(0, declarationCharactersMax)
  if (/^\uFEFF?<\?xml\s/.test(head) && !head.includes('?>')) {
    throw new XmlUnreadable(`the XML declaration is longer than ${declarationCharactersMax} characters`, 1)
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
    throw new XmlUnreadable(noDoctype, lineAt(text, at))
  }
}

function parsed(parse: () => XmlDocument, label?: string): XmlDocument {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const [first] = error.details
    const reason = (first?.message ?? error.message).trim()
    throw new XmlUnreadable(
      encodingTrouble(reason, label) ?? `the document is not well-formed XML: ${reason}`,
      first?.line ?? 0,
    )
  }
}

function encodingTrouble(reason: string, label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  if (reason.startsWith('Unsupported encoding'))
    return `the document declares the encoding ${label}, which is not known`
  return reason.startsWith('Invalid bytes')
    ? `the document declares the encoding ${label}, but contains bytes that are invalid in it`
    : undefined
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

const noDoctype = 'a document type declaration is not allowed'

const option =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_COMPACT
