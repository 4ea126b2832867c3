import { readFileSync } from 'node:fs'
import { type Font, fontsFor, pageFonts, regularFile } from './page-fonts.ts'

/** The letters of a text that no installed font has: the PDF shows a box for each. */
export function lettersWithoutFont(text: string): readonly string[] {
  const fonts = [...pageFonts, ...fontsFor(text)].map(lettersIn)
  const letters = new Set(text.replaceAll(invisible, ''))
  return [...letters].filter((letter) => !fonts.some((known) => known.has(letter.codePointAt(0) ?? 0)))
}

/** Controls, and signs that only change the letters beside them. */
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029]/gu

const known = new Map<string, ReadonlySet<number>>()

/** Read once: the fonts of a running service do not change. */
function lettersIn(font: Font): ReadonlySet<number> {
  const letters = known.get(font.family) ?? lettersOf(regularFile(font))
  known.set(font.family, letters)
  return letters
}

/**
 * The characters that a TrueType font has glyphs for, read from its table `cmap` (formats 4 and 12,
 * which all fonts have that we know). Source: OpenType, chapter "cmap".
 */
function lettersOf(file: string): ReadonlySet<number> {
  const data = readFileSync(file)
  const font = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const cmap = tableAt(font, 'cmap')
  const letters = new Set<number>()
  for (let at = 0; at < font.getUint16(cmap + 2); at += 1) {
    const table = cmap + font.getUint32(cmap + 4 + at * 8 + 4)
    const format = font.getUint16(table)
    if (format === 4) addSegments(font, table, letters)
    if (format === 12) addGroups(font, table, letters)
  }
  if (letters.size === 0) throw new Error(`${file} has no table of characters that we read`)
  return letters
}

function tableAt(font: DataView, tag: string): number {
  for (let at = 12; at < 12 + font.getUint16(4) * 16; at += 16) {
    const name = [0, 1, 2, 3].map((byte) => String.fromCharCode(font.getUint8(at + byte))).join('')
    if (name === tag) return font.getUint32(at + 8)
  }
  throw new Error(`the font has no table ${tag}`)
}

/** Segments with a delta each, or with glyphs in a list. */
function addSegments(font: DataView, table: number, letters: Set<number>): void {
  const length = font.getUint16(table + 6)
  const [ends, starts] = [table + 14, table + 16 + length]
  const [deltas, offsets] = [starts + length, starts + 2 * length]
  for (let at = 0; at < length; at += 2) {
    const [start, end] = [font.getUint16(starts + at), font.getUint16(ends + at)]
    const [delta, offset] = [font.getUint16(deltas + at), font.getUint16(offsets + at)]
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : font.getUint16(offsets + at + offset + 2 * (code - start))
      if (listed !== 0 && (offset !== 0 || ((code + delta) & 0xffff) !== 0)) letters.add(code)
    }
  }
}

function addGroups(font: DataView, table: number, letters: Set<number>): void {
  for (let at = table + 16; at < table + 16 + font.getUint32(table + 12) * 12; at += 12)
    for (let code = font.getUint32(at); code <= font.getUint32(at + 4); code += 1) letters.add(code)
}
