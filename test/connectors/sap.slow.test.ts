import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { commandLine } from '../support/processes/command-line.ts'
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
  const { selfbill } = commandLine()
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
    const environment = { SELFBILL_URL: running.address, CLIENT_ID: client.id, CLIENT_SECRET: client.secret }
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
