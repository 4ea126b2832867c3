import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { asXlsx } from '../support/files/spreadsheet.ts'
import { commandLine, type Ended, jsonLines } from '../support/processes/command-line.ts'

const headings = 'Name,TRN,Street,City,Emirate,Trade licence,Licensing authority,Email,Telephone,Network address,Bank'
const sound = 'Gulf Metals,100234567800003,Street 8,Dubai,DXB,784512,DED,a@b.example,+971 4 555 0100,,x'
const alone = 'Off the network,100345678900003,Street 9,Dubai,DXB,78451,DED,a@b.example,+971 4 555 0101,1000000013,x'
const wrong = 'Two faults,12,Street,Dubai,Dubai,1,DED,,+971 4 555 0102,1000000099,x'

describe('bin/selfbill suppliers check', () => {
  const { folder, selfbill } = commandLine()
  const check = (...args: readonly string[]): Promise<Ended> => selfbill(['suppliers', 'check', ...args])

  test('names every fault of every supplier at once, and what the network says', async () => {
    const file = join(folder, 'suppliers.csv')
    writeFileSync(file, [headings, sound, alone, wrong, sound.replace('Gulf Metals', 'Again')].join('\n'))
    const { code, stdout, stderr } = await check(file, '--json')
    assert.equal(code, 1, stderr)
    assert.match(stderr, /not read: Bank/)
    assert.match(stderr, /registrations are simulated/)
    const [first, second, third, fourth] = jsonLines(stdout)
    assert.deepEqual(first, {
      row: 2,
      name: 'Gulf Metals',
      trn: '100234567800003',
      can_be_billed: true,
      registered: true,
      receives_self_billing: true,
      problems: [],
    })
    assert.deepEqual([second?.can_be_billed, second?.registered, second?.receives_self_billing], [true, false, false])
    const problems = String(third?.problems)
    for (const said of [/TRN must be 15 digits/, /Email is missing/, /Emirate: .*by code.*IBR-128-AE/])
      assert.match(problems, said)
    assert.deepEqual(fourth?.problems, ['TRN: the same as in row 2'])
  })

  test('a spreadsheet with Arabic headings, and a list whose suppliers can all be billed', async () => {
    const [, , ...rest] = headings.split(',')
    const arabic = ['اسم المورّد', 'رقم التسجيل الضريبي للمورّد', ...rest]
    const file = join(folder, 'suppliers.xlsx')
    writeFileSync(file, await asXlsx({ headings: arabic, rows: [sound.split(',')] }))
    const { code, stdout, stderr } = await check(file, '--offline')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /1 suppliers?: 1 can be billed\n$/)
    assert.match(stderr, /the network was not asked/)
  })

  test('a total below the list is no supplier, and one whose name begins so is', async () => {
    const file = join(folder, 'total.csv')
    const [named, ...commas] = ['Total Energy,100345678900003', ...sound.split(',').slice(2)]
    writeFileSync(
      file,
      [headings, sound, [named, ...commas].join(), 'Total: 2,,,,,,,,,,', 'الإجمالي,,,,,,,,,,5'].join('\n'),
    )
    const { code, stdout, stderr } = await check(file, '--offline')
    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /2 suppliers: 2 can be billed\n$/)
    assert.match(stderr, /not read: Bank, row 4 \(a total\), row 5 \(a total\)/)
  })

  test('one cause is one line, and what only follows from it is not listed', async () => {
    const cells = (name: string, number: string, ...rest: readonly string[]) =>
      [name, number, 'Street 8', ...(rest.length > 0 ? rest : ['Dubai', 'DXB', 'AE', '784512'])].join(',')
    const file = join(folder, 'causes.csv')
    const rows = [
      cells('A', ''),
      cells('B', '100 2345 6780 0003'),
      cells('C', '1234'),
      cells('D', '1.00235E+14'),
      cells('E', '', 'Mumbai', 'MH', 'India', ''),
      cells('F', '100456789000003', 'Dubai', 'DXB', 'AE', ''),
      cells('G', '100567890100003', '#REF!', '', 'United Arab Emirates', '784512'),
      cells('H', '100678901200003', 'Dubai', 'DXB', 'U.A.E.', '784512'),
      cells('I', '100789012300003', 'Dubai', 'DXB', 'Untied Arab Emirates', '784512'),
      cells('J', '10089012340003', 'Dubai', 'DXB', 'UAE', '784512'),
      cells('K', 'DE123456789', 'Berlin', '', 'DE', ''),
      cells('L', '100901234500003', 'Berlin', '', 'DE', ''),
    ].map((row) => `${row},DED,a@b.example,04 555 0100`)
    const heads =
      'Vendor name,Vendor TRN,Street,City,Emirate,Country,Trade licence number,Licensing authority,E-mail,Phone'
    writeFileSync(file, [heads, ...rows].join('\n'))
    const { stdout } = await check(file, '--offline', '--json')
    const listed = jsonLines(stdout)
    assert.deepEqual(
      listed.map(({ problems }) => problems),
      [
        ['Vendor TRN is missing'],
        ['Vendor TRN: remove the blanks'],
        ['Vendor TRN must be 15 digits, start with 1 and end with 03: 1234'],
        [
          'Vendor TRN was shortened by a spreadsheet, and digits may be lost: 1.00235E+14. Format the column as text, ' +
            'then type the value again',
        ],
        ['the supplier is abroad (India): the rules allow no self-billed invoice without a TRN of the UAE'],
        ['Trade licence number is missing'],
        ['City holds an error of a spreadsheet: #REF!', 'Emirate is missing'],
        [],
        ['Country must be a valid country code'],
        ['Vendor TRN must be 15 digits, start with 1 and end with 03: 10089012340003'],
        ['the supplier is abroad (Germany): the rules allow no self-billed invoice without a TRN of the UAE'],
        ['the supplier has a TRN and is abroad (Germany): write its address in the UAE'],
      ],
    )
    assert.deepEqual(
      listed.map(({ name, trn }) => [name, trn]),
      [
        ['A', null],
        ['B', '100234567800003'],
        ['C', '1234'],
        ['D', '1.00235E+14'],
        ['E', null],
        ['F', '100456789000003'],
        ['G', '100567890100003'],
        ['H', '100678901200003'],
        ['I', '100789012300003'],
        ['J', '10089012340003'],
        ['K', 'DE123456789'],
        ['L', '100901234500003'],
      ],
    )
  })

  test('the example list can be billed as it is, and a reader knows where the names of columns are', async () => {
    for (const [at, names] of ['en', 'ar', 'api'].entries()) {
      const file = join(folder, `list${at}.xlsx`)
      const { stdout } = await selfbill(['template', '--suppliers', '--names', names, file])
      assert.match(stdout, /one example.*selfbill suppliers check/)
      const checked = await check(file, '--offline')
      assert.equal(checked.code, 0, checked.stdout + checked.stderr)
    }
    assert.match((await check('--help')).stdout, /docs\/columns\.md[\s\S]*template --suppliers/)
  })

  test('unread columns come with the name that they probably mean, and a title above the headings is named', async () => {
    const file = join(folder, 'names.csv')
    const [rest] = sound.split(',+971').map((cells) => cells.split(',').slice(3).join(','))
    writeFileSync(
      file,
      [
        'Name,VAT No.,Address,City,Emirate,Trade License,Licensing authority,Email,Mobile,Colour of the sky',
        `Gulf Metals,100234567800003,Street 8,${rest},+971 4 555 0100,blue`,
      ].join('\n'),
    )
    const { stderr } = await check(file, '--offline')
    for (const [heading, name] of [
      ['VAT No.', 'Supplier TRN'],
      ['Address', 'Supplier street'],
      ['Trade License', 'Supplier trade licence'],
      ['Mobile', 'Supplier telephone'],
    ])
      assert.ok(stderr.includes(`${heading} (name it "${name}")`), stderr)
    assert.match(stderr, /, Colour of the sky$/m)
    writeFileSync(file, `Suppliers of November,,\nName,TRN,Street\nGulf Metals,100234567800003,Street 8`)
    const titled = await check(file, '--offline')
    assert.match(
      titled.stderr,
      /Row 1: The headings must be in the first row, but it says: Suppliers of November\. Delete/,
    )
  })

  test('standard input is CSV', async () => {
    const { code, stdout, stderr } = await selfbill(
      ['suppliers', 'check', '-', '--offline'],
      {},
      `${headings}\n${sound}`,
    )
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Gulf Metals/)
  })

  test('a list that cannot be read is refused with the reason', async () => {
    const refused = async (name: string, text: string, said: RegExp) => {
      const file = join(folder, name)
      writeFileSync(file, text)
      const { code, stderr } = await check(file)
      assert.equal(code, 2)
      assert.match(stderr, said)
    }
    await refused('a.csv', 'Bank,Branch\nx,y\n', /has no column about a supplier/)
    await refused('b.csv', `${headings}\n"Gulf`, /not valid CSV|quotation mark/)
    await refused('c.pdf', '%PDF', /\.pdf/)
    const missing = await check(join(folder, 'none.csv'))
    assert.deepEqual([missing.code, /cannot be read/.test(missing.stderr)], [2, true])
    const cell = `${headings}\n${sound.replace('784512', '#REF!')}\n`
    const file = join(folder, 'd.csv')
    writeFileSync(file, cell)
    const { stdout } = await check(file, '--offline')
    assert.match(stdout, /#REF!/)
  })
})
