/**
 * The encoding of an XML document, from its first bytes and its declaration. A contradiction
 * between the two is refused. Source: XML 1.0, 4.3.3 and Appendix F.
 *
 * @throws EncodingRefused
 */
export function encodingOf(bytes: Uint8Array): Encoding {
  const found = signatures.find(({ start }) => start.every((byte, at) => bytes[at] === byte))
  const family = found?.family ?? 'UTF-8'
  const declared = declaredEncoding(headOf(bytes, found?.family))
  if (declared === undefined || labels[family].test(declared)) return { kind: 'unicode', family }
  const isUnicode = Object.values(labels).some((label) => label.test(declared))
  if (found === undefined && !isUnicode) return { kind: 'declared', label: declared }
  const start = found?.isMark === true ? 'begins with the byte order mark of' : 'is written in'
  const written = found === undefined ? 'is not written in it' : `${start} ${family}`
  throw new EncodingRefused(`the document declares the encoding ${declared}, but ${written}`)
}

/**
 * `declared`: an encoding of one or a few bytes for each character, as named in the XML
 * declaration. The parser decodes it.
 */
export type Encoding =
  | { readonly kind: 'unicode'; readonly family: UnicodeFamily }
  | { readonly kind: 'declared'; readonly label: string }

export type UnicodeFamily = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'UTF-32LE' | 'UTF-32BE'

/** The encoding is unknown or contradictory, or the bytes are invalid in it. */
export class EncodingRefused extends Error {
  override readonly name = 'EncodingRefused'
}

/**
 * The text of a document without byte order mark and encoding declaration, which no longer applies.
 *
 * @throws EncodingRefused
 */
export function decodeUnicode(bytes: Uint8Array, family: UnicodeFamily): string {
  const text = decoded(bytes, family)
  if (text === undefined) throw new EncodingRefused(`the document is not ${family}`)
  return family === 'UTF-8' ? text : text.replace(declaration, (found) => ' '.repeat(found.length))
}

/**
 * Whether a file looks like XML: `<` after optional blanks and a byte order mark, in any of the
 * encodings.
 */
export function beginsLikeXml(bytes: Uint8Array): boolean {
  return bytes.find((byte) => !passedOver.has(byte)) === openingBracket
}

/** The encoding in the XML declaration at the start of a text; undefined without one. */
export function declaredEncoding(text: string): string | undefined {
  return declaration.exec(text.slice(0, declarationCharactersMax))?.[1]
}

/** Longer declarations are refused. */
export const declarationCharactersMax = 400

const declaration = /(?<=^\uFEFF?<\?xml\s[^>]*?)encoding\s*=\s*["']([^"']*)["']/

/**
 * Longer signatures first, because the mark of UTF-32LE begins with that of UTF-16LE. Without a
 * mark, the bytes of the first character, `<`, decide.
 */
const signatures: readonly Signature[] = [
  { start: [0xff, 0xfe, 0, 0], family: 'UTF-32LE', isMark: true },
  { start: [0, 0, 0xfe, 0xff], family: 'UTF-32BE', isMark: true },
  { start: [0xef, 0xbb, 0xbf], family: 'UTF-8', isMark: true },
  { start: [0xff, 0xfe], family: 'UTF-16LE', isMark: true },
  { start: [0xfe, 0xff], family: 'UTF-16BE', isMark: true },
  { start: [0x3c, 0, 0, 0], family: 'UTF-32LE', isMark: false },
  { start: [0, 0, 0, 0x3c], family: 'UTF-32BE', isMark: false },
  { start: [0x3c, 0, 0x3f, 0], family: 'UTF-16LE', isMark: false },
  { start: [0, 0x3c, 0, 0x3f], family: 'UTF-16BE', isMark: false },
]

interface Signature {
  readonly start: readonly number[]
  readonly family: UnicodeFamily
  readonly isMark: boolean
}

/** Names that a document of each family may use for its encoding. */
const labels: Readonly<Record<UnicodeFamily, RegExp>> = {
  'UTF-8': /^utf-?8$/i,
  'UTF-16LE': /^(utf-?16(le)?|(iso-10646-)?ucs-?2(le)?)$/i,
  'UTF-16BE': /^(utf-?16(be)?|(iso-10646-)?ucs-?2(be)?)$/i,
  'UTF-32LE': /^(utf-?32(le)?|(iso-10646-)?ucs-?4(le)?)$/i,
  'UTF-32BE': /^(utf-?32(be)?|(iso-10646-)?ucs-?4(be)?)$/i,
}

/** Enough text to find the declaration. It is ASCII in every family. */
function headOf(bytes: Uint8Array, family: UnicodeFamily | undefined): string {
  const head = bytes.subarray(0, (declarationCharactersMax + 1) * 4)
  if (family?.startsWith('UTF-32') === true) return decodedWords(head.subarray(0, head.length & ~3), family) ?? ''
  return new TextDecoder(family ?? 'latin1').decode(head)
}

function decoded(bytes: Uint8Array, family: UnicodeFamily): string | undefined {
  if (family.startsWith('UTF-32')) return decodedWords(bytes, family)
  try {
    return new TextDecoder(family, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Decodes UTF-32, which TextDecoder does not support. */
function decodedWords(bytes: Uint8Array, family: UnicodeFamily): string | undefined {
  if (bytes.length % 4 !== 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, family === 'UTF-32LE')
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
    parts.push(String.fromCodePoint(code))
  }
  return parts.join('').replace(/^\uFEFF/, '')
}

const openingBracket = 0x3c
/**
 * Bytes before the first `<`: blanks, byte order marks, and the zeros between characters of UTF-16
 * and UTF-32.
 */
const passedOver: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff])
