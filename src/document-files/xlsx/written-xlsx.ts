import { type ZipMember, zipped } from '../../zip/zip.ts'
import { digitsIn, shownDigits } from './sheet-numbers.ts'

/**
 * A cell to be written: a text, an exact decimal, an amount of money with at least two decimals, a
 * day as yyyy-mm-dd, or a time of a day as yyyy-mm-dd hh:mm:ss. The others are for values that
 * somebody has to correct: a number where a text belongs, one that is shown with zeros in front or
 * as a percentage, and an error such as `#N/A`.
 */
export interface WrittenCell {
  readonly kind: 'text' | 'number' | 'amount' | 'day' | 'moment' | 'digits' | 'padded' | 'percent' | 'error'
  readonly text: string
}

export interface WrittenSheet {
  readonly name: string
  readonly headings: readonly string[]
  /** What a person types into each column; texts where it is left out. */
  readonly kinds?: readonly WrittenCell['kind'][]
  readonly rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>
  /** The first column is at the right. */
  readonly isRightToLeft: boolean
}

/**
 * An .xlsx file with one sheet, written while it is read. Columns have the format Text, so that a
 * spreadsheet leaves TRNs and codes alone that a person adds; `kinds` names those with days or
 * numbers. A text is never a formula, whatever it begins with. Blank cells are left out: an empty
 * one has a format of its own, and hides that of its column. Source: ECMA-376, part 1 (18.3.1).
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

async function* sheetXml(sheet: WrittenSheet): AsyncGenerator<string, void, undefined> {
  const { headings, kinds, rows, isRightToLeft } = sheet
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${
    isRightToLeft ? ' rightToLeft="1"' : ''
  }><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${colsXml(Math.max(1, headings.length), kinds)}</cols><sheetData>`
  const formats = kinds === undefined ? styles : { ...styles, number: styles.amount }
  const heads = headings.map((text): WrittenCell => ({ kind: 'text', text }))
  yield rowXml(1, heads, { ...styles, text: styles.heading })
  let row = 1
  for await (const cells of rows) {
    row += 1
    yield rowXml(row, cells, formats)
  }
  yield '</sheetData></worksheet>'
}

/** A person types into the format of the column. */
function colsXml(width: number, kinds: WrittenSheet['kinds']): string {
  if (kinds === undefined) return colXml(1, width, styles.text)
  return kinds.map((kind, at) => colXml(at + 1, at + 1, kind === 'number' ? styles.amount : styles[kind])).join('')
}

function colXml(from: number, to: number, style: number): string {
  return `<col min="${from}" max="${to}" width="22" style="${style}" customWidth="1"/>`
}

type Styles = Readonly<Record<WrittenCell['kind'], number>>

function rowXml(row: number, cells: readonly WrittenCell[], formats: Styles): string {
  return `<row r="${row}">${cells.map((cell, at) => cellXml(cell, `${letters(at)}${row}`, formats)).join('')}</row>`
}

function cellXml({ kind, text }: WrittenCell, place: string, formats: Styles): string {
  if (text === '') return ''
  if (kind === 'day' || kind === 'moment') return `<c r="${place}" s="${formats[kind]}"><v>${serialOf(text)}</v></c>`
  if (kind === 'error') return `<c r="${place}" t="e" s="${formats.error}"><v>${text}</v></c>`
  // A spreadsheet would forget the digits behind the fifteenth: a text keeps them.
  const isNumber = kind !== 'text' && (digitsIn(text) <= shownDigits || wrongNumbers.has(kind))
  if (isNumber) return `<c r="${place}" s="${formats[kind]}"><v>${text}</v></c>`
  const escaped = escapedText(text)
  return `<c r="${place}" t="inlineStr" s="${formats.text}"><is><t xml:space="preserve">${escaped}</t></is></c>`
}

/** As a text such a number would pass for what somebody has typed. */
const wrongNumbers: ReadonlySet<WrittenCell['kind']> = new Set(['digits', 'padded', 'percent'])

/** 27 → `AB` */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : `${letters(Math.floor(column / 26) - 1)}${last}`
}

/** Days since 30 December 1899, the time of the day as a fraction. */
function serialOf(moment: string): number {
  const [day = '', time = '00:00:00'] = moment.split(' ')
  return (Date.parse(`${day}T${time}Z`) - Date.UTC(1899, 11, 30)) / (24 * 3_600_000)
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
const styles = {
  ...{ number: 0, text: 1, day: 2, heading: 3, amount: 4, moment: 5, percent: 6, padded: 7 },
  // What a person types over these is a text.
  ...{ digits: 1, error: 1 },
} as const

const stylesXml = `${declaration}<styleSheet xmlns="${main}">\
<numFmts count="5"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>\
<numFmt numFmtId="165" formatCode="#,##0.00######"/>\
<numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>\
<numFmt numFmtId="167" formatCode="0.00######%"/><numFmt numFmtId="168" formatCode="00"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
<cellXfs count="8"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/>\
<xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>\
<xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/>\
<xf numFmtId="167" applyNumberFormat="1"/><xf numFmtId="168" applyNumberFormat="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

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
