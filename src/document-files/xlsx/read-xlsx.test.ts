import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import {
  inline,
  relationsXml,
  row,
  sheetXml,
  stylesXml,
  workbook,
  workbookXml,
  zipFile,
} from '../../../test/support/files/workbook.ts'
import { FileUnreadable } from '../problem.ts'
import { readXlsx } from './read-xlsx.ts'
import { openWorkbook } from './workbook-parts.ts'
import { type WrittenCell, writtenXlsx } from './written-xlsx.ts'

const read = async (rows: string, changes: Readonly<Record<string, string | undefined>> = {}) =>
  readXlsx(await workbook(rows, changes), 100)

async function refused(file: Promise<Uint8Array> | Uint8Array, id: string, rowsMax = 100): Promise<void> {
  await assert.rejects(
    async () => readXlsx(await file, rowsMax),
    (error) => error instanceof FileUnreadable && error.problem.reason.id === id,
    id,
  )
}

const values = async (cell: string, changes: Readonly<Record<string, string>> = {}) => {
  const { rows } = await read(row(3, { B: cell }), changes)
  return [rows[0]?.cells[1], rows[0]?.kinds[1]]
}

test('texts, places and empty cells are read as the spreadsheet shows them', async () => {
  const { rows } = await read(
    row(2, { A: 't="s"><v>0</v>', C: 't="s"><v>1</v>' }) +
      row(5, { A: inline('A &amp; B &#1605;'), B: 's="1">', D: 't="str"><f>1</f><v>_x0041__x000D_</v>' }) +
      row(9, { C: 's="2">' }),
  )
  assert.deepEqual(
    rows.map((one) => [one.row, one.cells]),
    [
      [2, ['document', '', 'Blue Dhow']],
      [5, ['A & B م', '', '', 'A\r']],
    ],
  )
})

test('numbers are what the spreadsheet shows, and exact where a program wrote decimals', async () => {
  const expected = {
    '1585.5': '1585.5',
    '19.989999999999998': '19.99',
    '7.0000000000000007E-2': '0.07',
    '0.30000000000000004': '0.3',
    '1234567890.0999999': '1234567890.1',
    '123456789012345.67': '123456789012345.67',
    '12345678901234567890.12': '12345678901234567890.12',
    '1E+3': '1000',
    '-0.10': '-0.1',
    '0.33333333333333331': '0.3333333333333333',
  }
  for (const [raw, number] of Object.entries(expected))
    assert.deepEqual(await values(`><v>${raw}</v>`), [number, 'number'], raw)
  assert.deepEqual(await values('s="2"><v>123</v>'), ['123', 'padded'])
  const percents = { 'xl/styles.xml': stylesXml('0.0%', '0"%"', '0\\%') }
  for (const [style, kind] of [
    ['1', 'percent'],
    ['2', 'number'],
    ['3', 'number'],
  ])
    assert.deepEqual(await values(`s="${style}"><v>0.05</v>`, percents), ['0.05', kind])
  assert.deepEqual(await values('s="3"><v>5</v>'), ['5', 'number'], 'a format with the letter d in a word')
})

test('days come from the format of the cell, in both calendars of spreadsheets', async () => {
  assert.deepEqual(await values('s="1"><v>46218</v>'), ['2026-07-15', 'day'])
  assert.deepEqual(await values('s="4"><v>46218.75</v>'), ['2026-07-15', 'day'])
  assert.deepEqual(await values('t="d"><v>2026-07-15T00:00:00</v>'), ['2026-07-15', 'day'])
  assert.deepEqual(await values('s="1"><v>60</v>'), ['60', 'number'], 'a day that there was not')
  const from1904 = workbookXml(['July']).replace('<workbookPr/>', '<workbookPr date1904="1"/>')
  assert.deepEqual(await values('s="1"><v>44756</v>', { 'xl/workbook.xml': from1904 }), ['2026-07-15', 'day'])
  const styles = stylesXml('[h]:mm', '"Day" 0', 'mmm\\-yy')
  for (const [style, kind] of [
    ['1', 'number'],
    ['2', 'number'],
    ['3', 'day'],
  ])
    assert.equal((await values(`s="${style}"><v>46218</v>`, { 'xl/styles.xml': styles }))[1], kind)
})

test('formulas are counted by column; errors and truths are words', async () => {
  const { rows, formulas } = await read(
    row(2, { A: '><f>1+1</f><v>2</v>', B: 't="e"><f>1/0</f><v>#DIV/0!</v>' }) +
      row(3, { A: '><f>A2</f><v>2</v>', B: 't="b"><v>1</v>', C: '><f>now()</f>' }),
  )
  assert.deepEqual(
    [...formulas],
    [
      [0, { row: 2, count: 2 }],
      [1, { row: 2, count: 1 }],
      [2, { row: 3, count: 1 }],
    ],
  )
  assert.deepEqual(rows[0]?.cells, ['2', '#DIV/0!'])
  assert.deepEqual([rows[1]?.cells, rows[1]?.kinds[2]], [['2', 'TRUE', '='], 'unsaved'])
})

test('a file that a person has to change is refused with the reason', async () => {
  const one = row(1, { A: inline('x') })
  const two = { 'xl/_rels/workbook.xml.rels': relationsXml(['worksheet', 'a.xml'], ['worksheet', 'b.xml']) }
  const sheets = { 'xl/a.xml': sheetXml(one), 'xl/b.xml': sheetXml(''), 'xl/worksheets/sheet1.xml': undefined }
  const both = workbookXml(['July'], ['August'])
  await refused(workbook(one, { ...two, ...sheets, 'xl/workbook.xml': both }), 'sheet_several')
  const hidden = workbookXml(['July'], ['Lists', 'veryHidden'])
  assert.equal((await read(one, { ...two, ...sheets, 'xl/workbook.xml': hidden })).rows.length, 1)
  await refused(workbook(one, { 'xl/workbook.xml': workbookXml(['July', 'hidden']) }), 'sheet_none')
  await refused(workbook(one, { 'xl/vbaProject.bin': 'x' }), 'sheet_macros')
  await refused(Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), 'sheet_encrypted')
  const encrypted = await workbook(one)
  for (let at = encrypted.indexOf('PK\x01\x02'); at >= 0; at = encrypted.indexOf('PK\x01\x02', at + 4))
    encrypted.writeUInt16LE(encrypted.readUInt16LE(at + 8) | 1, at + 8)
  await refused(encrypted, 'sheet_encrypted')
  await refused(workbook(row(101, { A: inline('x') })), 'file_too_many_rows')
})

test('a damaged or hostile file is refused, and costs no more than its limits', async () => {
  const one = row(1, { A: inline('x') })
  const good = await workbook(one)
  for (let length = 0; length < good.length; length += 97) await refused(good.subarray(0, length), 'sheet_broken')
  const sheet = (xml: string) => workbook('', { 'xl/worksheets/sheet1.xml': xml })
  const lol = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>'
  const broken = [
    '',
    'x',
    '<a>',
    '<a></b>',
    '<a>&c;</a>',
    '<a b="c</a>',
    '<a/><a/>',
    lol,
    '<a><![CDATA[x</a>',
    '<a>&#x0;</a>',
  ]
  for (const xml of broken) await refused(sheet(xml), 'sheet_broken')
  await refused(sheet('<a>'.repeat(200_000)), 'sheet_broken')
  await refused(sheet(`<a ${'b '.repeat(500_000)}`), 'sheet_broken')
  await refused(workbook(row(1, { A: 't="s"><v>9</v>' })), 'sheet_broken')
  await refused(workbook(row(1, { AAAA: inline('x') })), 'sheet_broken')
  await refused(workbook(row(1, { A: '><v>1e99999999</v>' })), 'sheet_broken')
  await refused(workbook(row(2, { A: inline('x') }) + one), 'sheet_broken')
  await refused(workbook(one, { 'xl/workbook.xml': undefined }), 'sheet_broken')
  await refused(
    workbook(one, { '_rels/.rels': relationsXml(['officeDocument', '../../../etc/passwd']) }),
    'sheet_broken',
  )
  const wide = Array.from({ length: 150 }, (_, at) => row(at + 1, { XFD: inline('x') })).join('')
  await refused(workbook(wide), 'upload_too_many_cells', 1_000)
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`xl/media/${at}.png`, 'x']))
  await refused(workbook(one, many), 'sheet_too_many_parts')
})

test('a bomb is refused by its list of contents, and by its bytes when the list lies', async () => {
  const bomb = await zipFile({ '_rels/.rels': `<a>${' '.repeat(70 * 1024 * 1024)}</a>` })
  assert.ok(bomb.length < 100_000)
  await refused(bomb, 'sheet_too_large')
  const at = bomb.indexOf('PK\x01\x02')
  bomb.writeUInt32LE(10, at + 24)
  await refused(bomb, 'sheet_broken')
})

test('what we write is read back as it was, and no text is a formula', async () => {
  const cells: readonly WrittenCell[] = [
    { kind: 'text', text: '=1+1' },
    { kind: 'text', text: ' _x0041_ <&> \u0001 م\n' },
    { kind: 'number', text: '-1585.50' },
    { kind: 'number', text: '12345678901234567890.12' },
    { kind: 'day', text: '2026-07-15' },
    { kind: 'text', text: '' },
    { kind: 'text', text: '000451' },
  ]
  const headings = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const sheet = { name: 'a/b:[c]"', headings, rows: [cells], isRightToLeft: true }
  const { rows, formulas } = await readXlsx(await buffer(writtenXlsx(sheet, new Date(0))), 10)
  assert.deepEqual(rows[0]?.cells, headings)
  const back = cells.map(({ text }) => text).with(2, '-1585.5')
  assert.deepEqual(rows[1]?.cells, back)
  assert.deepEqual(rows[1]?.kinds, ['text', 'text', 'number', 'text', 'day', 'text', 'text'])
  assert.equal(formulas.size, 0)
})

test('an amount shows two decimals, and a moment is a time of a day', async () => {
  const cells: readonly WrittenCell[] = [
    { kind: 'amount', text: '6.3' },
    { kind: 'amount', text: '12345678901234567890.12' },
    { kind: 'moment', text: '2026-07-15 18:00:00' },
  ]
  const file = await buffer(
    writtenXlsx({ name: 'a', headings: ['a', 'b', 'c'], rows: [cells], isRightToLeft: false }, new Date(0)),
  )
  const parts = await openWorkbook(file)
  const [sheet, styles] = [await parts.text('xl/worksheets/sheet1.xml'), await parts.text('xl/styles.xml')]
  const styled = [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf[^>]*>/g)].map(
    ([one]) => new RegExp(`numFmtId="${/numFmtId="(\d+)"/.exec(one)?.[1]}" formatCode="([^"]*)"`).exec(styles)?.[1],
  )
  const cellOf = (place: string) => new RegExp(`<c r="${place}" s="(\\d+)"><v>([^<]*)</v>`).exec(sheet)?.slice(1) ?? []
  const [amount = '', figure] = cellOf('A2')
  assert.deepEqual([styled[Number(amount)], figure], ['#,##0.00######', '6.3'])
  assert.deepEqual(cellOf('B2'), [], 'a longer number is a text')
  const [moment = '', serial] = cellOf('C2')
  assert.deepEqual([styled[Number(moment)], serial], ['yyyy\\-mm\\-dd\\ hh:mm:ss', '46218.75'])
  assert.deepEqual((await readXlsx(file, 10)).rows[1]?.cells, ['6.3', '12345678901234567890.12', '2026-07-15'])
})

test('rows and cells have their places, and a column has the format of what is typed into it', async () => {
  const headings = Array.from({ length: 28 }, (_, at) => `h${at}`)
  const kinds = headings.map((_, at) => (['text', 'day', 'number'] as const)[at] ?? 'text')
  const text = (one: string) => ({ kind: 'text', text: one }) as const
  const first = [text(''), { kind: 'day', text: '2026-07-15' }, { kind: 'number', text: '75.5' }] as const
  const rows = [first, headings.map((_, at) => text(at === 27 ? 'last' : ''))]
  const file = await buffer(writtenXlsx({ name: 'a', headings, kinds, rows, isRightToLeft: false }, new Date(0)))
  const parts = await openWorkbook(file)
  const [sheet, styles] = [await parts.text('xl/worksheets/sheet1.xml'), await parts.text('xl/styles.xml')]
  const styleOf = (xml: string) => Number(/ (?:s|style)="(\d+)"/.exec(xml)?.[1])
  const columns = [...sheet.matchAll(/<col [^>]*>/g)].map(([one]) => styleOf(one))
  assert.deepEqual(columns.slice(0, 4), [1, 2, 4, 1])
  const formats = [...(/<cellXfs.*<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf[^>]*>/g)].map(
    ([one]) => /numFmtId="(\d+)"/.exec(one)?.[1],
  )
  assert.deepEqual([formats[1], formats[2], formats[4]], ['49', '164', '165'])
  const [, one = '', other = ''] = [...sheet.matchAll(/<row .*?<\/row>/g)].map(([row]) => row)
  assert.match(one, /^<row r="2"><c r="B2" s="2"><v>46218<\/v><\/c><c r="C2" s="4"><v>75.5<\/v><\/c><\/row>$/)
  assert.match(other, /^<row r="3"><c r="AB3" t="inlineStr"/)
  const read = await readXlsx(file, 10)
  assert.deepEqual(read.rows[2]?.cells.at(-1), 'last')
  assert.deepEqual(read.rows[1]?.kinds, ['text', 'day', 'number'])
})
