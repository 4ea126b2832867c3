import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { commandLine, firstStart } from '../support/processes/command-line.ts'
import { anOrganisation, assertIssued, type Expected, eachConnector } from './connector.ts'

// examples/sap converts the IDocs and the list of its test data. The real service and the real
// import issue them, and statuses.py brings the statuses back as IDocs.

const sap = new URL('../../examples/sap/', import.meta.url).pathname
const data = join(sap, 'test-data')

/** By the number that SAP gave the document. */
const fromIdocs: Readonly<Record<string, Expected>> = {
  '5105600101': { net: 45_652.25, vat: 2_282.61, payable: 47_934.86, categories: ['S', 'S'] },
  '5105600102': {
    net: 31_860.5,
    vat: 1_593.03,
    payable: 33_453.53,
    payableInAed: 122_858.09,
    categories: ['S', 'S'],
  },
  '5105600103': { net: 158_285, vat: 176.25, payable: 158_461.25, categories: ['S', 'Z', 'E', 'AE'] },
  '5105600105': { net: 2_520, vat: 126, payable: 2_646, categories: ['S'] },
  '5105600177': { net: 948, vat: 47.4, payable: 995.4, categories: ['S'] },
}

eachConnector('the SAP converter', (start) => {
  const { folder: home, selfbill } = commandLine()
  before(() => firstStart(join(home, 'data')))
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'selfbill-sap-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('IDocs become documents without findings, and their statuses become IDocs', async () => {
    const running = await start.shared()
    const { tenant, client } = await anOrganisation(running)
    const idocs = (await readdir(data)).filter((file) => file.endsWith('.xml')).map((file) => join(data, file))
    const out = await emptyFolder('idocs')
    assert.deepEqual(await python('convert.py', [out, ...idocs]), { code: 0, stderr: '' })
    for (const family of ['purchase-invoices', 'purchase-credit-notes']) {
      const body = await readFile(join(out, `${family}.ndjson`), 'utf8')
      const batch = await tenant.post(`/api/${family}/BP-DEMO000001/batch`, body, {
        'content-type': 'application/x-ndjson',
      })
      const statuses = batch.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).status)
      assert.deepEqual(
        statuses,
        body
          .trimEnd()
          .split('\n')
          .map(() => 201),
        batch.text,
      )
    }
    for (const [number, expected] of Object.entries(fromIdocs)) {
      const family = number === '5105600177' ? 'purchase-credit-notes' : 'purchase-invoices'
      await assertIssued(tenant, family, number, expected)
    }

    const places = await emptyFolder('statuses')
    const environment = {
      SELFBILL_URL: running.address,
      SELFBILL_CLIENT_ID: client.id,
      SELFBILL_CLIENT_SECRET: client.secret,
    }
    const finals = await eventually(async () => {
      assert.deepEqual(await python('statuses.py', [places], environment), { code: 0, stderr: '' })
      const names = (await readdir(places)).filter((name) => /-(APPROVED|REJECTED)\.xml$/.test(name)).sort()
      return names.length === idocs.length && names
    })
    assert.deepEqual(finals, [
      '0000000000650101-APPROVED.xml',
      '0000000000650102-APPROVED.xml',
      '0000000000650103-APPROVED.xml',
      '0000000000650104-APPROVED.xml',
      '0000000000650105-REJECTED.xml',
    ])
    const approved = await readFile(join(places, '0000000000650101-APPROVED.xml'), 'utf8')
    assert.match(approved, /<SYSTAT01><IDOC BEGIN="1"><EDI_DC40 SEGMENT="1">.*<MESTYP>STATUS<\/MESTYP>/)
    assert.match(approved, /<E1STATS SEGMENT="1">.*<DOCNUM>0000000000650101<\/DOCNUM>.*<STATUS>16<\/STATUS>/)
    const rejected = await readFile(join(places, '0000000000650105-REJECTED.xml'), 'utf8')
    assert.match(rejected, /<STATUS>17<\/STATUS><STATXT>Tax authority: [^<]{1,55}<\/STATXT>/)
  })

  test('discounts and freight of an IDoc, its order and its credited invoice are where they belong', async () => {
    const requests = new Map<string, Awaited<ReturnType<typeof ndjsonOf>>[number]>()
    for (const family of ['purchase-invoices', 'purchase-credit-notes']) {
      for (const request of await ndjsonOf(join(folder, 'idocs', `${family}.ndjson`))) {
        requests.set(request.document_number, request)
      }
    }
    const [copper, aluminium] = requests.get('5105600101').document_lines
    assert.deepEqual(copper.allowances, [{ reason_code: '95', reason: 'Discount', amount: 796.25 }])
    assert.deepEqual(copper.price, { base_amount: 39_812.5, base_quantity: 1250 })
    assert.deepEqual(copper.order_line_reference, { line_id: '10', order_reference_id: '4500000381' })
    assert.equal(copper.description, 'Bare bright copper wire, free of insulation')
    assert.deepEqual(aluminium.price, { base_amount: 790, base_quantity: 100 })
    assert.equal(requests.get('5105600101').due_date, '2026-08-14')
    const [, assay] = requests.get('5105600102').document_lines
    assert.deepEqual(assay.charges, [{ reason_code: 'FC', reason: 'Freight', amount: 30 }])
    const memo = requests.get('5105600177')
    assert.deepEqual(memo.billing_reference, [{ id: '5105600101', issue_date: '2026-07-15' }])
    assert.equal(memo.document_lines[0].quantity, 120)
  })

  test('a list becomes CSV that bin/selfbill import issues', async () => {
    const out = await emptyFolder('list')
    assert.deepEqual(await python('convert.py', [out, join(data, 'invoice-list.csv')]), { code: 0, stderr: '' })
    const issued = { 'purchase-invoices': 2, 'purchase-credit-notes': 1 }
    for (const [family, count] of Object.entries(issued)) {
      const file = join(out, `${family}.csv`)
      const imported = await selfbill(['import', '--profile', 'BP-DEMO000001', '--family', family, file], {
        LOG_LEVEL: 'silent',
      })
      assert.match(
        imported.stdout,
        new RegExp(`^${count} issued, 0 of them with fatal findings; 0 refused$`, 'm'),
        imported.stderr,
      )
    }
  })

  test('what cannot be converted is named, and the rest is written', async () => {
    const out = await emptyFolder('wrong')
    const invoice = await readFile(join(data, 'idoc-invoice-discount.xml'), 'utf8')
    const cases = [
      [
        'total.xml',
        '<SUMME>45652.25<',
        '<SUMME>45652.26<',
        /tax_exclusive_amount is 45652\.26 in SAP and 45652\.25 here/,
      ],
      ['tax.xml', '<MWSKZ>V5<', '<MWSKZ>Q9<', /Q9 is not in tax_codes of customizing\.json/],
      ['unit.xml', '<MENEE>KGM<', '<MENEE>KAR<', /KAR is not in units/],
      ['figure.xml', '<BETRG>6636.00<', '<BETRG>6,636.00<', /6,636\.00 is not a figure/],
      ['supplier.xml', '<PARTN>0000100131<', '<PARTN>0000100132<', /100132 is not in suppliers/],
      ['type.xml', '<BSART>INVO<', '<BSART>SUBI<', /BSART SUBI is neither INVO nor CRME/],
    ] as const
    for (const [name, from, to, message] of cases) {
      assert.ok(invoice.includes(from), `${name}: there is no ${from}`)
      const file = join(out, name)
      await writeFile(file, invoice.replace(from, to))
      const { code, stderr } = await python('convert.py', [out, file, join(data, 'idoc-credit-memo.xml')])
      assert.equal(code, 1, name)
      assert.match(stderr, message)
      assert.equal((await ndjsonOf(join(out, 'purchase-credit-notes.ndjson'))).length, 1)
    }
  })

  test('one invoice of a file that cannot be converted does not take the others with it', async () => {
    const out = await emptyFolder('partly')
    const list = (await readFile(join(data, 'invoice-list.csv'), 'utf8')).trimEnd().split('\n')
    const [headings = '', first = '', second = '', dollars = '', memo = ''] = list
    const mixed = join(out, 'mixed.csv')
    // The rows of the first invoice stand apart.
    const unmapped = dollars.replaceAll('5105600202', '5105600204').replace('0000100131', '0000100132')
    await writeFile(mixed, [headings, first, unmapped, dollars, memo, second, ';'.repeat(24)].join('\n'))
    const idocs = join(out, 'idocs.xml')
    const [good, bad] = await Promise.all(
      ['idoc-invoice-discount.xml', 'idoc-invoice-in-us-dollars.xml'].map((name) => readFile(join(data, name), 'utf8')),
    )
    const bodyOf = (xml = '') => xml.slice(xml.indexOf('<IDOC '), xml.indexOf('</IDOC>') + '</IDOC>'.length)
    await writeFile(idocs, `<INVOIC02>${bodyOf(bad).replace('<WKURS>3.67250<', '<WKURS>0<')}${bodyOf(good)}</INVOIC02>`)
    const broken = join(out, 'broken.xml')
    await writeFile(broken, '<INVOIC02><IDOC>')
    const { code, stderr } = await python('convert.py', [out, mixed, idocs, broken, join(out, 'missing.csv')])
    assert.equal(code, 1)
    assert.deepEqual(stderr.trimEnd().replaceAll(out, '').split('\n'), [
      '/mixed.csv: 5105600204-2026: 100132 is not in suppliers of customizing.json',
      '/idocs.xml: IDoc 0000000000650102: There is no exchange rate',
      '/broken.xml: no element found: line 1, column 16',
      "/missing.csv: [Errno 2] No such file or directory: '/missing.csv'",
    ])
    assert.equal((await ndjsonOf(join(out, 'purchase-invoices.ndjson'))).length, 1)
    const rows = (await readFile(join(out, 'purchase-invoices.csv'), 'utf8')).trimEnd().split('\r\n')
    assert.deepEqual(
      rows.slice(1).map((row) => row.split(',')[0]),
      ['1', '1', '2'],
    )
  })

  test('a list with rows that belong to no invoice, or disagree, is not guessed', async () => {
    const out = await emptyFolder('guessed')
    const list = (await readFile(join(data, 'invoice-list.csv'), 'utf8')).trimEnd().split('\n')
    const changed = (row: number, from: string, to: string) =>
      list.map((text, at) => (at === row ? text.replace(from, to) : text))
    const cases = [
      [changed(2, '5105600201', ''), /Line 3 belongs to no invoice: BUKRS, BELNR, GJAHR must be filled/],
      [changed(2, ';V5', ''), /Line 3 has more or fewer cells than the headings/],
      [changed(0, ';WRBTR', ';WRBTX'), /There is no column WRBTR/],
      [changed(2, '20260721', '20260722'), /5105600201-2026: BLDAT differs between the rows of the invoice/],
      [changed(1, '1250.000', '0.000'), /goes the other way/],
    ] as const
    for (const [rows, message] of cases) {
      const file = join(out, 'list.csv')
      await writeFile(file, rows.join('\n'))
      const { code, stderr } = await python('convert.py', [out, file])
      assert.equal(code, 1, stderr)
      assert.match(stderr, message)
    }
  })

  test('amounts of three decimals, rates of more than six and empty dates are not rounded or guessed', async () => {
    const out = await emptyFolder('exact')
    const list = (await readFile(join(data, 'invoice-list.csv'), 'utf8')).trimEnd().split('\n')
    const [headings = '', , , dollars = ''] = list
    // In KWD: 4000.004 and VAT of 200.000, and the same with a third decimal of zero.
    const kuwaiti = (gross: string, net: string) =>
      dollars
        .replace('USD;3.67250', 'KWD;11.95000')
        .replace(';4200.00;200.00;', `;${gross};200.000;`)
        .replace(';4000.00;', `;${net};`)
    const rated = (kursf: string, code = 'IRR') => dollars.replace('USD;3.67250', `${code};${kursf}`)
    const cases = [
      [kuwaiti('4200.004', '4000.004'), /4000\.004 has more than the two decimals that an amount may have/],
      [kuwaiti('4200.004', '4000.000'), /tax_exclusive_amount is 4000\.004 in SAP and 4000\.00 here/],
      [kuwaiti('4200.000', '4000.000'), undefined],
      [
        rated('0.0000874'),
        /The rate 0\.0000874 \(AED for one IRR\) has more than six decimals, and would become 0\.000087/,
      ],
      [
        rated('11439.60000-'),
        /The rate 11439\.60000 for one AED is 0\.000087415644 AED for one unit: six decimals are too few/,
      ],
      [rated('0.27229-', 'USD'), undefined],
      [rated('2.45000', 'JPY'), undefined],
      [rated('2.45123', 'JPY'), /The rate 0\.0245123 \(AED for one JPY\) has more than six decimals/],
      [rated('0.00000', 'USD'), /There is no exchange rate/],
      [dollars.replace('20260722', '00000000'), /BLDAT has no date/],
      [dollars.replace(';20260722;30', ';00000000;30'), /ZFBDT has no date/],
      [dollars.replace('20260722', '20260231'), /20260231 is not a date such as 20260715/],
    ] as const
    for (const [row, message] of cases) {
      const file = join(out, 'exact.csv')
      await writeFile(file, `${headings}\n${row}\n`)
      const { code, stderr } = await python('convert.py', [out, file])
      assert.equal(code, message === undefined ? 0 : 1, `${row}: ${stderr}`)
      if (message !== undefined) assert.match(stderr, message)
    }
    const memo = await readFile(join(data, 'idoc-credit-memo.xml'), 'utf8')
    const undated = join(out, 'undated.xml')
    await writeFile(undated, memo.replace(/(<QUALF>011<[\s\S]*?<DATUM>)\d{8}/, '$100000000'))
    const invoice = await readFile(join(data, 'idoc-invoice-discount.xml'), 'utf8')
    const due = join(out, 'due.xml')
    await writeFile(
      due,
      invoice.replace('</E1EDK01>', '</E1EDK01><E1EDK03><IDDAT>028</IDDAT><DATUM>00000000</DATUM></E1EDK03>'),
    )
    assert.deepEqual(await python('convert.py', [out, undated, due]), { code: 0, stderr: '' })
    const [credit] = await ndjsonOf(join(out, 'purchase-credit-notes.ndjson'))
    assert.deepEqual(credit?.billing_reference, [{ id: '5105600101' }])
    const [issued] = await ndjsonOf(join(out, 'purchase-invoices.ndjson'))
    assert.equal(issued?.due_date, '2026-08-14', 'from the terms of payment')
  })

  async function emptyFolder(name: string): Promise<string> {
    const path = join(folder, name)
    await rm(path, { recursive: true, force: true })
    await mkdir(path)
    return path
  }
})

// biome-ignore lint/suspicious/noExplicitAny: requests, compared member by member
async function ndjsonOf(file: string): Promise<any[]> {
  return (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function python(file: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly code: number; readonly stderr: string }>((resolve) => {
    const env = { ...process.env, ...environment }
    execFile('python3', ['-B', join(sap, file), ...args], { env, timeout: 60_000 }, (error, _, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stderr })
    })
  })
}
