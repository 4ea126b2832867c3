import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { PeriodDocument } from '../../src/evidence/period-manifest.ts'
import { verifyPack } from '../../src/evidence/verify.ts'
import { verifyPeriod } from '../../src/evidence/verify-period.ts'
import { sql } from '../support/databases/any-row.ts'
import { filesIn, zipOf } from '../support/evidence/files-in.ts'
import { commandLine } from '../support/processes/command-line.ts'
import {
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesInvoice,
  aSupplier,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// GET /api/evidence: everything of a period in one file.

eachService('evidence of a period', (start) => {
  const { folder, selfbill } = commandLine()
  let running: TestService
  before(async () => {
    running = await start()
  })

  const issue = async (tenant: Tenant, family: string, body: Members) => {
    const answer = await tenant.post(`/api/${family}/${tenant.profileId}`, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.json
  }

  const evidence = async (tenant: Tenant, query: string) => {
    const response = await fetch(`${running.address}/api/evidence?${query}`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    })
    assert.equal(response.status, 200)
    return new Uint8Array(await response.arrayBuffer())
  }

  const documentsIn = async (pack: Uint8Array): Promise<readonly PeriodDocument[]> =>
    new TextDecoder()
      .decode((await filesIn(pack)).get('documents.ndjson'))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))

  const aPeriod = async () => {
    const tenant = await running.tenant()
    const dates = ['2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28', '2026-03-01']
    const invoices = []
    for (const issue_date of dates)
      invoices.push(await issue(tenant, 'purchase-invoices', aPurchaseInvoice({ issue_date, due_date: '2026-12-31' })))
    const sale = await issue(
      tenant,
      'sales-invoices',
      aSalesInvoice({ issue_date: '2026-02-10', due_date: '2026-12-31' }),
    )
    return { tenant, invoices, sale }
  }

  test('holds the pack of each document of the period, and of no other', async () => {
    const { tenant, invoices, sale } = await aPeriod()
    const pack = await evidence(tenant, 'from=2026-02-01&to=2026-02-28')
    const verified = await verifyPeriod(pack)
    assert.deepEqual(verified.problems, [])
    assert.ok(verified.manifest !== undefined && verified.problems.length === 0)
    assert.deepEqual(verified.checked, { packs: 4, links: 2 })
    assert.deepEqual(verified.manifest.period, { from: '2026-02-01', to: '2026-02-28', family: null })
    const documents = await documentsIn(pack)
    assert.deepEqual(
      documents.map(({ id }) => id),
      [invoices[1], invoices[2], invoices[3], sale].map(({ id }) => id),
    )
    assert.deepEqual(
      documents.map(({ issue_date }) => issue_date),
      ['2026-02-01', '2026-02-14', '2026-02-28', '2026-02-10'],
    )
    const single = (await filesIn(pack)).get(`purchase-invoices/${invoices[2].document_number}.zip`)
    assert.ok(single !== undefined)
    assert.deepEqual((await verifyPack(single)).problems, [], 'a pack is evidence by itself')
    const sales = await evidence(tenant, 'from=2026-02-01&to=2026-02-28&family=sales-invoices')
    assert.deepEqual(
      (await documentsIn(sales)).map(({ id }) => id),
      [sale.id],
    )
    const none = await verifyPeriod(await evidence(tenant, 'from=2020-01-01&to=2020-12-31'))
    assert.deepEqual([none.problems, none.manifest?.documents], [[], 0])
    const stranger = await running.tenant()
    assert.deepEqual(await documentsIn(await evidence(stranger, 'from=2020-01-01&to=2030-12-31')), [])
  })

  test('a person finds each document by its number, in a list and a cover page that are signed too', async () => {
    const tenant = await running.tenant()
    const dates = { issue_date: '2026-02-01', due_date: '2026-12-31' }
    const supplier = aSupplier({ name: '=1+1', party_name: '=1+1' })
    for (const document_number of ['فاتورة/١', 'inv-1', '=2+2'])
      await issue(
        tenant,
        'purchase-invoices',
        aPurchaseInvoice({ ...dates, document_number, accounting_supplier_party: supplier }),
      )
    const sale = await issue(tenant, 'sales-invoices', aSalesInvoice({ ...dates, document_number: 'inv-1' }))
    const pack = await evidence(tenant, 'from=2026-02-01&to=2026-02-28')
    assert.deepEqual((await verifyPeriod(pack)).problems, [])
    const files = await filesIn(pack)
    const paths = [...['فاتورة_١', 'inv-1', '_2_2'].map((name) => `purchase-invoices/${name}.zip`)]
    assert.deepEqual(
      [...files.keys()].filter((path) => path.endsWith('.zip')),
      [...paths, 'sales-invoices/inv-1.zip'],
    )
    const textOf = (path: string) => new TextDecoder().decode(files.get(path))
    const [head = '', ...rows] = textOf('documents.csv')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    assert.equal(head[0], 'Document number / رقم المستند')
    const cellsOf = (path: string) => rows.find((row) => row[15] === path) ?? assert.fail(path)
    assert.equal(rows.length, 4)
    const trn = supplier.party_tax_scheme
    const formula = cellsOf('purchase-invoices/_2_2.zip')
    assert.deepEqual(formula.slice(0, 4), ["'=2+2", 'Purchase invoice / فاتورة مشتريات', '2026-02-01', "'=1+1"])
    assert.ok(typeof trn === 'object' && trn !== null && 'company_id' in trn)
    assert.equal(formula[4], trn.company_id)
    const { buyer_name: own, buyer_trn: ownTrn } = (await tenant.get('/api/documents?text=inv-1')).json.items.at(-1)
    assert.deepEqual(cellsOf('purchase-invoices/inv-1.zip').slice(5, 7), [own, ownTrn])
    const { payable_amount: payable, tax_amount: tax } = (await tenant.get(`/api/documents?text=${sale.id}`)).json
      .items[0]
    const sold = cellsOf('sales-invoices/inv-1.zip')
    assert.deepEqual([sold[1], Number(sold[8]), Number(sold[9])], ['Sales invoice / فاتورة مبيعات', payable, tax])
    const sums = (await tenant.get('/api/documents/month?month=2026-02')).json.sales.total
    assert.deepEqual([Number(sold[10]), Number(sold[11]), sold[13]], [sums.net, sums.vat, 'Yes / نعم'])
    assert.doesNotMatch(textOf('documents.csv'), /PENDING|APPROVED|purchase-invoices,|\dZ/)
    const cover = textOf('cover.html')
    assert.match(cover, /Documents: 4/)
    assert.doesNotMatch(cover, /<script/)
    assert.ok(cover.includes(`href="purchase-invoices/${encodeURIComponent('فاتورة_١')}.zip"`), cover)
    assert.match(cover, /Made at \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\+4\)/)
    for (const said of [String(own), `TRN ${ownTrn}`, tenant.orgId, '/.well-known/evidence-keys.json', 'Node.js 24'])
      assert.ok(cover.includes(said), said)
  })

  test('the list is in the order of the numbers, and a credit note is negative in dirhams', async () => {
    const tenant = await running.tenant()
    for (const document_number of ['N-10', 'N-9', 'N-1'])
      await issue(tenant, 'purchase-credit-notes', aPurchaseCreditNote({ document_number, issue_date: '2026-02-02' }))
    const files = await filesIn(await evidence(tenant, 'from=2026-02-01&to=2026-02-28'))
    const lines = new TextDecoder().decode(files.get('documents.csv')).trimEnd().split('\r\n').slice(1)
    const rows = lines.map((line) => line.split(','))
    assert.deepEqual(
      rows.map(([number]) => number),
      ['N-1', 'N-9', 'N-10'],
    )
    for (const row of rows) assert.ok(Number(row[10]) < 0 && Number(row[8]) > 0, row.join())
    const html = new TextDecoder().decode(files.get('cover.html'))
    assert.deepEqual(
      [...html.matchAll(/>(N-\d+)</g)].map(([, number]) => number),
      ['N-1', 'N-9', 'N-10'],
    )
  })

  for (const format of [1, 2])
    test(`a file of format ${format} can still be checked`, async () => {
      const old = await readFile(new URL(`../support/evidence/period-${format}.zip`, import.meta.url))
      const keys = JSON.parse(new TextDecoder().decode((await filesIn(old)).get('keys.json')))
      const verified = await verifyPeriod(old, keys)
      assert.deepEqual(verified.problems, [])
      assert.ok(verified.isSound && verified.manifest !== undefined)
      assert.equal(verified.manifest.format, `selfbill-evidence-period-${format}`)
      assert.deepEqual(verified.checked, { packs: 2, links: 1 })
    })

  test('verify says what it checked, and what is missing, changed or added', async () => {
    const { tenant, invoices } = await aPeriod()
    const pack = await evidence(tenant, 'from=2026-02-01&to=2026-02-28&family=purchase-invoices')
    const keys = join(folder, 'keys.json')
    await writeFile(keys, await (await fetch(`${running.address}/.well-known/evidence-keys.json`)).text())
    const verify = async (name: string, bytes: Uint8Array, ...options: readonly string[]) => {
      const file = join(folder, name)
      await writeFile(file, bytes)
      const { code, stdout } = await selfbill(['verify', ...options, file])
      return { code, lines: stdout.trimEnd().split('\n') }
    }
    const unverified = await verify('unverified.zip', pack)
    assert.deepEqual([unverified.code, unverified.lines.at(-1)], [2, 'unverified'])
    assert.match(
      unverified.lines[2] ?? '',
      /^Signed by a key inside the pack; pass --keys to trust it\. Its thumbprint is [\w-]{43}$/,
    )
    const sound = await verify('sound.zip', pack, '--keys', keys)
    assert.equal(sound.lines.at(-1), 'sound')
    assert.equal(sound.code, 0, sound.lines.join('\n'))
    assert.match(sound.lines[0] ?? '', /^purchase-invoices, issued 2026-02-01 to 2026-02-28, organisation /)
    assert.equal(sound.lines[1], '3 documents are listed; 3 packs match the list; 2 links of the chain follow')
    assert.match(sound.lines[2] ?? '', /^Signed by a key in --keys; its thumbprint is /)
    const files = await filesIn(pack)
    const edited = async (edit: (files: Map<string, Uint8Array>) => void) => {
      const copy = new Map(files)
      edit(copy)
      return zipOf([...copy])
    }
    const name = `purchase-invoices ${invoices[2].document_number} (${invoices[2].id})`
    const [second, third] = [1, 2].map((at) => `purchase-invoices/${invoices[at].document_number}.zip`)
    assert.ok(second !== undefined && third !== undefined)
    const wrong = (lines: readonly string[]) => lines.filter((line) => line.startsWith('Verification failed'))
    const missing = await verify('missing.zip', await edited((copy) => copy.delete(third)))
    assert.equal(missing.code, 1)
    assert.ok(wrong(missing.lines).includes(`Verification failed: ${name}: its pack ${third} is missing`))
    const other = files.get(second) ?? assert.fail()
    const swapped = await verify('swapped.zip', await edited((copy) => copy.set(third, other)))
    assert.ok(wrong(swapped.lines).includes(`Verification failed: ${name}: its pack ${third} is not what was signed`))
    const added = await verify('added.zip', await edited((copy) => copy.set('purchase-invoices/9.zip', other)))
    assert.ok(wrong(added.lines).includes('Verification failed: purchase-invoices/9.zip is not in the manifest'))
    const shortened = await verify(
      'shortened.zip',
      await edited((copy) => {
        const list = new TextDecoder().decode(copy.get('documents.ndjson'))
        copy.set('documents.ndjson', new TextEncoder().encode(list.replace(/^.*\n/, '')))
      }),
    )
    assert.deepEqual(wrong(shortened.lines), ['Verification failed: documents.ndjson is not what was signed'])
    for (const path of ['documents.csv', 'cover.html']) {
      const changed = await verify('changed.zip', await edited((copy) => copy.set(path, new Uint8Array([1]))))
      assert.deepEqual(wrong(changed.lines), [`Verification failed: ${path} is not what was signed`])
      const removed = await verify('removed.zip', await edited((copy) => copy.delete(path)))
      assert.deepEqual(wrong(removed.lines), [`Verification failed: ${path} is missing`])
    }
  })

  test('the chain may begin within a period, behind a document that is older than the chain, and nowhere else', async () => {
    const tenant = await running.tenant()
    const one = () =>
      issue(tenant, 'purchase-invoices', aPurchaseInvoice({ issue_date: '2026-02-01', due_date: '2026-12-31' }))
    const withoutLink = (id: string) =>
      running.service.parts.store.database.query(
        sql('delete from chain_links where org_id = $1 and document_id = $2', tenant.orgId, id),
      )
    const verified = async () => verifyPeriod(await evidence(tenant, 'from=2026-02-01&to=2026-02-28'))
    const oldest = await one()
    await withoutLink(oldest.id)
    const first = await one()
    await one()
    const sound = await verified()
    assert.deepEqual(sound.problems, [])
    assert.ok(sound.manifest !== undefined)
    assert.deepEqual(sound.checked, { packs: 3, links: 2 })
    await withoutLink(first.id)
    const { problems } = await verified()
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', /its link does not follow the document before it$/)
  })

  test('a period with too many documents is refused before anything is sent', async () => {
    const tenant = await running.tenant()
    const { id } = await issue(tenant, 'purchase-invoices', aPurchaseInvoice({ issue_date: '2026-05-05' }))
    const { database } = running.service.parts.store
    const [row = {}] = await database.query(
      sql('select * from documents where org_id = $1 and id = $2', tenant.orgId, id),
    )
    const columns = Object.keys(row)
    const numbered: Readonly<Record<string, string>> = {
      id: "id || '-' || cast(number as text)",
      sequence: 'sequence + number',
      document_number: "document_number || '-' || cast(number as text)",
    }
    await database.query(
      sql(
        `insert into documents (${columns.join(', ')})
         with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 50000)
         select ${columns.map((column) => numbered[column] ?? column).join(', ')} from documents, numbers
         where org_id = $1 and id = $2`,
        tenant.orgId,
        id,
      ),
    )
    const refused = await tenant.get('/api/evidence?from=2026-05-05&to=2026-05-05')
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.json.errors, { message: 'The period has more than 50000 documents; choose a shorter one' })
    const other = '/api/evidence?from=2026-05-05&to=2026-05-05&family=sales-invoices'
    assert.equal((await tenant.get(other)).status, 200)
    // PostgreSQL may have planned its checks of foreign keys for the few rows of before.
    await database.query(sql('analyze documents'))
    await database.query(sql("delete from documents where org_id = $1 and id like '%-%-%-%-%-%'", tenant.orgId))
  })

  test('a single day is a period, and a wrong period is refused', async () => {
    const tenant = await running.tenant()
    const note = await issue(tenant, 'purchase-credit-notes', aPurchaseCreditNote({ issue_date: '2026-04-01' }))
    const documents = await documentsIn(await evidence(tenant, 'from=2026-04-01&to=2026-04-01'))
    assert.deepEqual(
      documents.map(({ id, pack }) => [id, pack?.path]),
      [[note.id, `purchase-credit-notes/${note.document_number}.zip`]],
    )
    for (const query of ['', 'from=2026-01-01', 'from=2026-02-02&to=2026-02-01', 'from=x&to=2026-01-01', 'from=&to=']) {
      const answer = await tenant.get(`/api/evidence?${query}`)
      assert.equal(answer.status, 400, query)
    }
    const writer = await running.tenant({ scope: 'documents:write' })
    assert.equal((await writer.get('/api/evidence?from=2026-01-01&to=2026-01-01')).status, 403)
  })
})
