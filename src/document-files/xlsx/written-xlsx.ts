import { type ZipMember, zipped } from '../../zip/zip.ts'
import { digitsIn, shownDigits } from './sheet-numbers.ts'

/** A cell to be written: a text, an exact decimal, or a day as yyyy-mm-dd. */
export interface WrittenCell {
  readonly kind: 'text' | 'number' | 'day'
  readonly text: string
}

export interface WrittenSheet {
  readonly name: string
  readonly headings: readonly string[]
  readonly rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>
  /** The first column is at the right. */
  readonly isRightToLeft: boolean
}

/**
 * An .xlsx file with one sheet, written while it is read. Columns have the format Text, so that a
 * spreadsheet leaves TRNs and codes alone that a person adds. A text is never a formula, whatever
 * it begins with. Source: ECMA-376, part 1 (18.3.1).
 */
export function writtenXlsx(sheet: WrittenSheet, at: Date): AsyncGenerator<Uint8Array, void, undefined> {
  return zipped(membersOf(sheet), at)
}

async function* membersOf(sheet: WrittenSheet): AsyncGenerator<ZipMember, void, undefined> {
  for (const [path, text] of fixedParts) yield member(path, [text])
  yield member('xl/workbook.xml', [workbookXml(sheet.name)])
  yield member('xl/worksheets/sheet1.xml', sheetXml(sheet))
}

function member(path: string, text: AsyncIterable<string> | Iterable<string>): ZipMember {
  return { path, content: encoded(text), isStored: false }
}

async function* encoded(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  let piece = ''
  for await (const part of text) {
    piece += part
    if (piece.length < pieceCharacters) continue
    yield encoder.encode(piece)
    piece = ''
  }
  yield encoder.encode(piece)
}

async function* sheetXml({ headings, rows, isRightToLeft }: WrittenSheet): AsyncGenerator<string, void, undefined> {
  const width = Math.max(1, headings.length)
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${
    isRightToLeft ? ' rightToLeft="1"' : ''
  }><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols><col min="1" max="${width}" width="22" style="${styles.text}" customWidth="1"/></cols><sheetData>`
  yield rowXml(headings.map((text) => cellXml({ kind: 'text', text }, styles.heading)))
  for await (const cells of rows) yield rowXml(cells.map((cell) => cellXml(cell)))
  yield '</sheetData></worksheet>'
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`
}

function cellXml({ kind, text }: WrittenCell, style?: number): string {
  if (text === '') return '<c/>'
  if (kind === 'day') return `<c s="${styles.day}"><v>${serialOf(text)}</v></c>`
  // A spreadsheet would forget the digits behind the fifteenth.
  if (kind === 'number' && digitsIn(text) <= shownDigits) return `<c s="${styles.number}"><v>${text}</v></c>`
  const escaped = escapedText(text)
  return `<c t="inlineStr" s="${style ?? styles.text}"><is><t xml:space="preserve">${escaped}</t></is></c>`
}

/** Days since 30 December 1899. */
function serialOf(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / (24 * 3_600_000))
}

/** Characters that XML cannot hold are written `_x000B_`, and so is a text that looks like that. */
function escapedText(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, (character) => `_x${hex(character)}_`)
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}

function workbookXml(name: string): string {
  const quoted = escapedText(name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31)).replaceAll('"', '&quot;')
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>\
<sheet name="${quoted}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

const pieceCharacters = 64 * 1024
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNames = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Positions of `cellXfs` below. 49 is the format Text. */
const styles = { number: 0, text: 1, day: 2, heading: 3 } as const

const stylesXml = `${declaration}<styleSheet xmlns="${main}">\
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
<cellXfs count="4"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>\
<xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

const fixedParts: readonly (readonly [path: string, text: string])[] = [
  [
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${packageNames}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packageNames}/relationships">\
<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packageNames}/relationships">\
<Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>\
<Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', stylesXml],
]

/** The media type of .xlsx files. */
export const xlsxType = `${types}.sheet`
