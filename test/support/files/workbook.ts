import { buffer } from 'node:stream/consumers'
import { zipped } from '../../../src/zip/zip.ts'

// Workbooks as other programs write them, part by part, for what our own writer never writes.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A workbook with the XML of rows: `<row r="1">…</row>`. */
export function workbook(rows: string, changes: Readonly<Record<string, string | undefined>> = {}): Promise<Buffer> {
  return zipFile({ ...partsOf(rows), ...changes })
}

/** The parts as files; undefined leaves one out. */
export async function zipFile(parts: Readonly<Record<string, string | undefined>>): Promise<Buffer> {
  const members = async function* () {
    for (const [path, text] of Object.entries(parts)) {
      if (text !== undefined) yield { path, content: bytesOf(text), isStored: false }
    }
  }
  return buffer(zipped(members(), new Date('2026-07-15T00:00:00Z')))
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Cells of a row by the XML inside `<c>`: `A: 't="s"><v>0</v>'`. */
export function row(number: number, cells: Readonly<Record<string, string>>): string {
  const written = Object.entries(cells).map(([column, inside]) => `<c r="${column}${number}" ${inside}</c>`)
  return `<row r="${number}">${written.join('')}</row>`
}

export function inline(text: string): string {
  return `t="inlineStr"><is><t>${text}</t></is>`
}

/** `formats`: their codes, as styles 1, 2 and so on. */
export function stylesXml(...formats: readonly string[]): string {
  const codes = formats.map(
    (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  )
  const cells = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`)
  return `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>\
<cellXfs><xf numFmtId="0"/>${cells.join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`
}

export function workbookXml(...sheets: readonly (readonly [name: string, state?: string])[]): string {
  const listed = sheets.map(
    ([name, state], at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
  )
  return `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}"><workbookPr/><sheets>${listed.join('')}</sheets></workbook>`
}

export function relationsXml(...relations: readonly (readonly [kind: string, target: string])[]): string {
  const listed = relations.map(
    ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packageRelations}">${listed.join('')}</Relationships>`
}

export function sheetXml(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\r\n<x:worksheet xmlns:x="${main}"><x:sheetData>${rows.replaceAll(
    /<(\/?)(?=[a-z])/g,
    '<$1x:',
  )}</x:sheetData></x:worksheet>`
}

function partsOf(rows: string): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationsXml(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml(['July']),
    'xl/_rels/workbook.xml.rels': relationsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${main}"><si><t>document</t></si><si><r><t>Blue </t></r><r><t>Dhow</t></r><rPh><t>x</t></rPh></si></sst>`,
    'xl/styles.xml': stylesXml('dd/mm/yyyy', '00000', '[$-409]#,##0.00;[Red]"days" 0'),
    'xl/worksheets/sheet1.xml': sheetXml(rows),
  }
}
