import type { Encoding } from '../../../src/encoding/encodings.ts'
import { encoded } from '../text/encoded.ts'
import { invoiceTable, type Table, type Written, withCell, withColumn, written } from './table.ts'

/** A file as a spreadsheet, a program or a person damaged it. */
export interface DamagedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly encoding?: Encoding
  /** The table before it was damaged, unless it is `invoiceTable`. */
  readonly meant?: Table
  /**
   * `all`: every document is issued. `nothing`: the file is refused. A list: the documents that are
   * refused, while the others are issued.
   */
  readonly expected: 'all' | 'nothing' | readonly string[]
  /** A row and a column that the reasons must name. */
  readonly place?: { readonly row?: number; readonly column?: string }
}

/** Every damage of the list, as files. */
export function damagedFiles(): readonly DamagedFile[] {
  const files = [...shapes(), ...layouts(), ...columns(), ...rows(), ...keys(), ...numbers(), ...texts(), ...bytes()]
  return files.map((file, at) => ({ ...file, name: `${String(at + 1).padStart(3, '0')} ${file.name}` }))
}

const base = invoiceTable()
const linesOf = (table: Table, how: Written = {}) => written(table, how).split('\r\n').slice(0, -1)
const ended = (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join('')

function file(
  name: string,
  text: string,
  expected: DamagedFile['expected'],
  place?: DamagedFile['place'],
): DamagedFile {
  return { name, bytes: encoded(text, 'utf-8'), expected, ...(place && { place }) }
}

/** How a spreadsheet writes the same table. */
function shapes(): readonly DamagedFile[] {
  const forms = [
    ...[',', ';', '\t'].flatMap((separator) =>
      ['\r\n', '\n', '\r'].flatMap((lineEnd) =>
        (['needed', 'always'] as const).map((quotes) => ({ separator, lineEnd, quotes })),
      ),
    ),
  ]
  const marked = [',', ';', '\t', '|'].map((separator) => [separator, written(base, { separator })] as const)
  return [
    ...forms.map((form) => file(`written as ${JSON.stringify(form)}`, written(base, form), 'all')),
    ...marked.map(([separator, text]) => file(`first line sep=${separator}`, `sep=${separator}\r\n${text}`, 'all')),
    ...(['utf-8', 'utf-16le', 'utf-16be'] as const).map((encoding) => ({
      ...file(`byte order mark of ${encoding}`, '', 'all'),
      bytes: encoded(`\ufeff${written(base)}`, encoding),
    })),
    file('without the last line end', written(base).trimEnd(), 'all'),
    file(
      'mixed line ends',
      linesOf(base)
        .map((line, at) => line + (['\n', '\r\n', '\r'][at % 3] ?? ''))
        .join(''),
      'all',
    ),
  ]
}

/** Empty rows and columns, and other orders. */
function layouts(): readonly DamagedFile[] {
  const width = base.headings.length
  const blank = Array.from({ length: width }, () => '')
  const padded = (count: number) => ({
    headings: [...base.headings, ...blank.slice(0, count)],
    rows: base.rows.map((row) => [...row, ...blank.slice(0, count)]),
  })
  const order = (name: string, at: readonly number[]) =>
    file(name, written({ ...base, rows: at.map((row) => base.rows[row] ?? []) }), 'all')
  const reordered = (name: string, places: readonly number[]) => {
    const moved = (cells: readonly string[]) => places.map((at) => cells[at] ?? '')
    return file(name, written({ headings: moved(base.headings), rows: base.rows.map(moved) }), 'all')
  }
  const indexes = Array.from({ length: width }, (_, at) => at)
  return [
    ...[1, 3, 30].map((count) => file(`${count} blank columns behind`, written(padded(count)), 'all')),
    file('blank cells behind the rows only', written({ ...base, rows: padded(2).rows }), 'all'),
    file('blank headings behind only', written({ ...base, headings: padded(2).headings }), 'all'),
    file('a blank column within', written(columnAt(base, 3, '', () => '')), 'all'),
    file('a blank column in front', written(columnAt(base, 0, '', () => '')), 'all'),
    ...[1, 5, 200].map((count) =>
      file(`${count} blank rows at the end`, written(base) + `${','.repeat(width - 1)}\r\n`.repeat(count), 'all'),
    ),
    file('empty lines at the end', `${written(base)}\r\n\r\n\r\n`, 'all'),
    file('empty lines between rows', ended(linesOf(base).flatMap((line) => [line, ''])), 'all'),
    file('blank rows between rows', written({ ...base, rows: base.rows.flatMap((row) => [row, blank]) }), 'all'),
    file(
      'rows of no-break spaces',
      written({ ...base, rows: base.rows.flatMap((row) => [row, blank.map(() => '\u00a0')]) }),
      'all',
    ),
    file('empty lines in front', `\r\n\r\n${written(base)}`, 'all'),
    order('sorted apart', [0, 2, 3, 1, 4]),
    order('sorted the other way', [4, 3, 2, 1, 0]),
    order('the first row last', [1, 2, 3, 4, 0]),
    order('documents interleaved', [3, 0, 4, 1, 2]),
    reordered('columns the other way', indexes.toReversed()),
    reordered('the document column last', [...indexes.slice(1), 0]),
    reordered('the line columns first', [0, ...indexes.slice(25), ...indexes.slice(1, 25)]),
    file('a blank behind each heading', written({ ...base, headings: base.headings.map((name) => `${name} `) }), 'all'),
    file(
      'a no-break space before each heading',
      written({ ...base, headings: base.headings.map((name) => `\u00a0${name}`) }),
      'all',
    ),
    file('document fields in the first row only', written(inFirstRows(base)), 'all'),
    file('document fields in the last row only, sorted apart', written(reversed(inFirstRows(base))), 'all'),
    file('no rows', `${base.headings.join(',')}\r\n`, 'nothing'),
    file('nothing', '', 'nothing'),
    file('blanks only', ' \r\n\r\n ', 'nothing'),
    file('commas only', ',,,\r\n,,,\r\n', 'nothing'),
  ]
}

function columnAt(table: Table, at: number, heading: string, cell: (row: number) => string): Table {
  return {
    headings: table.headings.toSpliced(at, 0, heading),
    rows: table.rows.map((cells, row) => cells.toSpliced(at, 0, cell(row))),
  }
}

function inFirstRows({ headings, rows }: Table): Table {
  const isLater = (at: number) => rows.findIndex(([key]) => key === rows[at]?.[0]) !== at
  const isOfLine = (at: number) => at === 0 || headings[at]?.startsWith('line.')
  return {
    headings,
    rows: rows.map((cells, row) => cells.map((cell, at) => (isLater(row) && !isOfLine(at) ? '' : cell))),
  }
}

function reversed({ headings, rows }: Table): Table {
  return { headings, rows: rows.toReversed() }
}

/** Headings that are not what they were. */
function columns(): readonly DamagedFile[] {
  const renamed = (from: string, to: string): Table => ({
    ...base,
    headings: base.headings.map((name) => (name === from ? to : name)),
  })
  const wrong = [
    ['issue_date', 'isue_date'],
    ['issue_date', '“issue_date”'],
    ['issue_date', 'issue\u200b_date'],
    ['issue_date', 'due_date'],
    ['issue_date', '#REF!'],
    ['issue_date', ''],
    ['line.quantity', 'LINE.QUANTITY'],
    ['line.quantity', 'quantities'],
    ['line.quantity', 'Column1'],
    ['line.price.base_amount', 'line.quantity'],
    ['document', ''],
    ['document', 'dokument'],
  ] as const
  const plain = [
    ['issue_date', 'Issue date'],
    ['line.quantity', 'quantity'],
    ['document', 'المستند'],
  ] as const
  return [
    ...plain.map(([from, to]) => file(`heading ${from} by its plain name ${to}`, written(renamed(from, to)), 'all')),
    ...wrong.map(([from, to]) =>
      file(`heading ${from} as ${JSON.stringify(to)}`, written(renamed(from, to)), 'nothing'),
    ),
    file('without headings', ended(linesOf(base).slice(1)), 'nothing'),
    file('a title above the headings', `Invoices of July\r\n${written(base)}`, 'nothing'),
    file('two columns with the same name', written(columnAt(base, 4, 'due_date', () => '2026-08-14')), 'nothing'),
    file('values below a blank heading', written(columnAt(base, 4, '', (row) => (row === 3 ? 'x' : ''))), 'nothing', {
      row: 5,
    }),
    file('a column of row numbers without a heading', written(columnAt(base, 0, '', String)), 'nothing', { row: 2 }),
  ]
}

/** Rows that are not what they were. */
function rows(): readonly DamagedFile[] {
  const lines = linesOf(base)
  const cut = (count: number) => ended(lines).slice(0, -count)
  const without = (at: number) => base.rows.toSpliced(at, 1)
  const totals = base.headings.map((name) => (name === 'line.quantity' ? '4059.25' : ''))
  const moved = (at: number, cells: (row: readonly string[]) => readonly string[]): Table => ({
    ...base,
    rows: base.rows.map((row, index) => (index === at ? cells(row) : row)),
  })
  return [
    file(
      'the headings again in the middle',
      written({ ...base, rows: base.rows.toSpliced(3, 0, base.headings) }),
      'nothing',
      { row: 5 },
    ),
    file('the headings again at the end', written({ ...base, rows: [...base.rows, base.headings] }), 'nothing', {
      row: 7,
    }),
    file('two files in one', written(base) + written(base), 'nothing', { row: 7 }),
    file('a row of totals', written({ ...base, rows: [...base.rows, totals] }), 'nothing', {
      row: 7,
      column: 'document',
    }),
    file(
      'a row of totals with a name',
      written({ ...base, rows: [...base.rows, ['Total', ...totals.slice(1)]] }),
      ['Total'],
      { row: 7 },
    ),
    file('a note below the table', `${written(base)}Exported on 15 July\r\n`, 'nothing', { row: 7 }),
    file('subtotals between', written({ ...base, rows: base.rows.toSpliced(2, 0, totals) }), 'nothing', { row: 4 }),
    ...[20, 150, 400].map((count) =>
      file(`cut off ${count} characters before the end`, cut(count), 'nothing', { row: count === 400 ? 5 : 6 }),
    ),
    file('a line break without quotes in a cell', ended(lines).replace('Cartons,', 'Car\r\ntons,'), 'nothing', {
      row: 2,
    }),
    file('a line end lost', ended(lines).replace(/\r\n(?=102)/, ','), 'nothing', { row: 3 }),
    ...[1, 2, 4].map((at) =>
      file(
        `cells of row ${at + 2} moved left`,
        written(moved(at, (row) => [...row.slice(0, 2), ...row.slice(3), ''])),
        [String(base.rows[at]?.[0])],
      ),
    ),
    ...[0, 3].map((at) =>
      file(
        `cells of row ${at + 2} moved right`,
        written(moved(at, (row) => [...row.slice(0, 2), '', ...row.slice(2)])),
        'nothing',
        { row: at + 2 },
      ),
    ),
    ...[2, 3, 4].map((row) =>
      file(`a cell missing in row ${row}`, written(moved(row - 2, (cells) => cells.slice(0, -1))), 'nothing', { row }),
    ),
    ...[2, 5, 6].map((row) =>
      file(`a cell more in row ${row}`, written(moved(row - 2, (cells) => [...cells, 'x'])), 'nothing', { row }),
    ),
    file('the quotes lost', written(base, { quotes: 'never' }), 'nothing', { row: 2 }),
    file('a quotation mark lost at the end of a cell', ended(lines).replace('300 mm"', '300 mm'), 'nothing'),
    file('a quotation mark within a cell', ended(lines).replace(',Straps,', ',Stra"ps,'), 'nothing', { row: 5 }),
    file('backslashes for quotation marks', ended(lines).replace('"Straps,', '"3\\" Straps,'), 'nothing', { row: 5 }),
    file('smart quotes', ended(lines).replaceAll(/"([^"]*)"/g, '“$1”'), 'nothing', { row: 2 }),
    ...[0, 4].map((at) =>
      file(`row ${at + 2} lost, with totals`, written(withTotals({ ...base, rows: without(at) })), [
        String(base.rows[at]?.[0]),
      ]),
    ),
    file('a row twice, with totals', written(withTotals({ ...base, rows: [...base.rows, base.rows[0] ?? []] })), [
      '101',
    ]),
    ...[
      [3, 'issue_date', '2026-07-16', '101'],
      [3, 'document_currency_code', 'USD', '101'],
      [6, 'accounting_supplier_party.tin', '1005678902', '103'],
      [6, 'accounting_supplier_party.name', 'شركة الخليج', '103'],
      [3, 'accounting_supplier_party.party_name', 'Café Société , LLC', '101'],
    ].map(([row, column, value, key]) =>
      file(
        `row ${row} says another ${column}`,
        written(withCell(base, Number(row), String(column), () => String(value))),
        [String(key)],
        { row: Number(row), column: String(column) },
      ),
    ),
  ]
}

/** The totals of the whole table, for a file with lost rows. */
function withTotals(table: Table): Table {
  const payable: Readonly<Record<string, string>> = { '101': '55550.25', '102': '227.34', '103': '2200.47' }
  return columnAt(table, 1, 'expected_totals.payable_amount', (row) => payable[table.rows[row]?.[0] ?? ''] ?? '')
}

/** The column that says which document a row belongs to. */
function keys(): readonly DamagedFile[] {
  const changed = (
    name: string,
    row: number,
    change: (key: string) => string,
    expected: DamagedFile['expected'],
    place?: DamagedFile['place'],
  ) =>
    file(
      `document of row ${row} ${name}`,
      written(withCell(base, row, 'document', change)),
      expected,
      place ?? { row, column: 'document' },
    )
  const all = (name: string, change: (key: string, at: number) => string, expected: DamagedFile['expected']) =>
    file(`documents ${name}`, written(withColumn(base, 'document', change)), expected)
  const numbered = columnAt(base, 1, 'document_number', (row) => `N-${base.rows[row]?.[0]}`)
  return [
    ...[3, 4, 6].map((row) => changed('empty', row, () => '', 'nothing')),
    ...['#REF!', '#N/A', '1.01E+02', '??', '101\u200b', '\u202e101', '=A2', 'NULL', '1\u00ad01'].map((key) =>
      changed(`is ${JSON.stringify(key)}`, 3, () => key, 'nothing'),
    ),
    ...[' 101', '101 ', '\t101', '\u00a0101', '101\u00a0 '].map((key) =>
      file(`document of row 3 is ${JSON.stringify(key)}`, written(withCell(base, 3, 'document', () => key)), 'all'),
    ),
    ...['0101', '101.0', '101.00', '1 01', '１０１', '101,00'].map((key) =>
      changed(`is ${JSON.stringify(key)}`, 3, () => key, ['101', key]),
    ),
    all('merged: only in the first row', (key, at) => (base.rows[at - 1]?.[0] === key ? '' : key), 'nothing'),
    all('shortened', () => '1.00568E+14', 'nothing'),
    all('with a name in another case', (key, at) => (at === 1 ? `inv-${key}` : `INV-${key}`), ['INV-101', 'inv-101']),
    all('with a name in another Unicode form', (key, at) => (at === 1 ? `É${key}`.normalize('NFD') : `É${key}`), [
      'É101',
      'É101'.normalize('NFD'),
    ]),
    file(
      'documents with one number',
      written(columnAt(base, 1, 'document_number', () => 'N-1')),
      ['101', '102', '103'],
      { row: 2, column: 'document_number' },
    ),
    {
      ...file(
        'a document split by its number',
        written(withCell(numbered, 3, 'document', () => '999')),
        ['101', '999'],
        { row: 3 },
      ),
      meant: numbered,
    },
  ]
}

/** Numbers as spreadsheets show them. */
function numbers(): readonly DamagedFile[] {
  const wrong = [
    ...[
      '1.500,00',
      '1,500.00',
      '1 500',
      '1\u00a0500',
      '1\u202f500',
      "1'500",
      '2,35',
      '1.23E+15',
      '1.5E3',
      '#REF!',
      '#N/A',
    ],
    ...['#VALUE!', '#DIV/0!', '########', 'TRUE', 'FALSE', 'AED 100', '100 AED', '5%', '(100)', '100-', '--5', '١٢٣'],
    ...[
      'NaN',
      'NULL',
      '-',
      'n/a',
      '15/07/2026',
      '=B2*C2',
      "'1500",
      '2.3499999999999996',
      '“1500”',
      '1500\u200b',
      '1.2.3',
      '0x10',
    ],
  ]
  const column = (
    name: string,
    separator: string,
    change: (cell: string) => string,
    expected: DamagedFile['expected'],
  ) =>
    file(
      name,
      written(withColumn(withColumn(base, 'line.quantity', change), 'line.price.base_amount', change), { separator }),
      expected,
    )
  const comma = (cell: string) => cell.replace('.', ',')
  const grouped = (cell: string) => (Number(cell) >= 1000 ? `${cell.slice(0, -3)}.${cell.slice(-3)}` : cell)
  return [
    ...wrong.map((value) =>
      file(
        `a quantity of ${JSON.stringify(value)}`,
        written(withCell(base, 4, 'line.quantity', () => value)),
        ['102'],
        { row: 4, column: 'line.quantity' },
      ),
    ),
    column('decimal commas and semicolons', ';', comma, ['101', '102', '103']),
    column('decimal commas and tabs', '\t', comma, ['101', '102', '103']),
    {
      ...file('thousands points, no decimals, semicolons', written(wholeNumbers(grouped), { separator: ';' }), [
        '101',
        '103',
      ]),
      meant: wholeNumbers((cell) => cell),
    },
    file(
      'thousands points among decimal commas',
      written(
        withColumn(
          withColumn(base, 'line.quantity', (_, at) => grouped(wholes[at] ?? '')),
          'line.price.base_amount',
          comma,
        ),
        { separator: ';' },
      ),
      ['101', '102', '103'],
    ),
    file('blanks around numbers', written(withColumn(base, 'line.quantity', (cell) => ` ${cell}\u00a0`)), 'all'),
    file('zeros behind numbers', written(withColumn(base, 'line.price.base_quantity', (cell) => `${cell}.00`)), 'all'),
    ...[2, 3].map((row) =>
      file(`an empty quantity in row ${row}`, written(withCell(base, row, 'line.quantity', () => '')), ['101'], {
        row,
        column: 'line.quantity',
      }),
    ),
    file(
      'several wrong cells',
      written(
        withCell(
          withCell(
            withCell(base, 2, 'line.quantity', () => 'x'),
            3,
            'line.price.base_amount',
            () => 'y',
          ),
          3,
          'line.quantity',
          () => '#N/A',
        ),
      ),
      ['101'],
      { row: 3, column: 'line.price.base_amount' },
    ),
  ]
}

/** Quantities and prices without decimals, the quantities with points for thousands. */
function wholeNumbers(change: (cell: string) => string): Table {
  const whole = withColumn(base, 'line.price.base_amount', (cell) => String(Math.ceil(Number(cell))))
  return withColumn(whole, 'line.quantity', (_, at) => change(wholes[at] ?? ''))
}

const wholes = ['1500', '40', '12', '7', '2500']

/** Texts, codes and dates. */
function texts(): readonly DamagedFile[] {
  const wrong: readonly (readonly [column: string, value: string])[] = [
    ...[
      '15/07/2026',
      '07/15/2026',
      '15.07.2026',
      '46218',
      '2026-7-15',
      '15-Jul-26',
      '2026-07-15 00:00:00',
      '2026-02-30',
      '#REF!',
    ].map((value) => ['issue_date', value] as const),
    ['profile_execution_id', '0'],
    ['accounting_supplier_party.endpoint_scheme_id', '235'],
    ['accounting_supplier_party.endpoint_scheme_id', '="0235"'],
    ['invoice_type_code', '389.0'],
    ['accounting_supplier_party.tin', '1.00568E+09'],
    ['accounting_supplier_party.tin', '1005678901.0'],
    ['accounting_supplier_party.party_tax_scheme.company_id', '1.00568E+14'],
    ['accounting_supplier_party.party_tax_scheme.company_id', '100567890100000'],
    ['accounting_supplier_party.company_id', '6.5531E+05'],
    ['accounting_supplier_party.company_id', "'655310"],
    ['accounting_supplier_party.company_id', '655310.0'],
    ['order_reference.id', '4.51E+02'],
    ['order_reference.id', '451.0'],
    ['order_reference.id', '4-May'],
    ['order_reference.id', 'Mar-26'],
    ['line.classified_tax_category.id', 'TRUE'],
    ['document_currency_code', 'د.إ'],
    ['line.unit_code', '#N/A'],
    ['line.commodity_classification.item_classification_code', '9012100'],
    ['line.commodity_classification.item_classification_code', '4.8191E+07'],
    ...[
      'Ø´Ø±ÙƒØ© Ø§Ù„Ø®Ù„ÙŠØ¬',
      'ط´ط±ظƒط©',
      '???? ??????',
      '#NAME?',
      '#VALUE!',
      '=VLOOKUP(A2,B:C,2)',
      'FALSE',
      'NULL',
      'nan',
      'None',
      '1.23E+15',
      '####',
      'Err:502',
    ].map((value) => ['accounting_supplier_party.name', value] as const),
    ...['CafÃ© SociÃ©tÃ©', 'Ca\ufffd', 'TRUE', '#SPILL!'].map((value) => ['line.name', value] as const),
  ]
  const broken = withCell(base, 2, 'line.description', (cell) => cell.replace(' x ', '\r\nx '))
  return [
    ...wrong.map(([column, value]) => {
      // Of a document with one row, so that no other row contradicts it.
      return file(`${column} is ${JSON.stringify(value)}`, written(withCell(base, 4, column, () => value)), ['102'], {
        row: 4,
        column,
      })
    }),
    { ...file('a line break in a cell', written(broken), 'all'), meant: broken },
    {
      ...file(
        'a wrong cell behind a line break and a blank row',
        written(withCell(broken, 4, 'line.quantity', () => 'x')).replace(/\r\n(?=102)/, '\r\n\r\n'),
        ['102'],
        { row: 5, column: 'line.quantity' },
      ),
      meant: broken,
    },
    file('blanks around codes', written(withColumn(base, 'document_currency_code', (cell) => `\u00a0${cell} `)), 'all'),
  ]
}

/** Bytes that are not the text. */
function bytes(): readonly DamagedFile[] {
  const whole = encoded(written(base), 'utf-8')
  const inBytes = (name: string, made: Uint8Array, expected: DamagedFile['expected'], encoding?: Encoding) => ({
    ...file(name, '', expected),
    bytes: made,
    ...(encoding && { encoding }),
  })
  const arabic = whole.indexOf(0xd8)
  return [
    inBytes('UTF-16 without its mark', encoded(written(base), 'utf-16le'), 'nothing'),
    inBytes('windows-1256, not stated', encoded(written(base), 'windows-1256'), 'nothing'),
    inBytes('windows-1256, stated', encoded(written(base), 'windows-1256'), 'all', 'windows-1256'),
    inBytes('cut off within a letter', whole.subarray(0, arabic + 1), 'nothing'),
    inBytes('NUL bytes at the end', Uint8Array.from([...whole, 0, 0, 0]), 'nothing'),
    inBytes('a NUL byte within', Uint8Array.from([...whole.subarray(0, 900), 0, ...whole.subarray(900)]), 'nothing'),
    inBytes('an end-of-file mark', Uint8Array.from([...whole, 0x1a]), 'nothing'),
    inBytes('two encodings in one file', Uint8Array.from([...whole, 0x63, 0x61, 0x66, 0xe9]), 'nothing'),
    inBytes('two byte order marks', encoded(`\ufeff\ufeff${written(base)}`, 'utf-8'), 'all'),
    inBytes('a workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0]), 'nothing'),
    inBytes('UTF-8 read as windows-1252 and saved again', encoded(misread('windows-1252'), 'utf-8'), 'nothing'),
    inBytes('UTF-8 read as windows-1256 and saved again', encoded(misread('windows-1256'), 'utf-8'), 'nothing'),
    inBytes(
      'letters lost as question marks',
      encoded(written(base).replaceAll(/[\u0600-\u06ff]/g, '?'), 'utf-8'),
      'nothing',
    ),
  ]
}

function misread(encoding: string): string {
  return new TextDecoder(encoding).decode(new Uint8Array(encoded(written(base), 'utf-8')))
}
