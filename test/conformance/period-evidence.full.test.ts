import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { PeriodDocument } from '../../src/evidence/period-manifest.ts'
import { verifyPack } from '../../src/evidence/verify.ts'
import { verifyPeriod } from '../../src/evidence/verify-period.ts'
import { sql } from '../support/databases/any-row.ts'
import { filesIn, zipOf } from '../support/evidence/files-in.ts'
import { commandLine } from '../support/processes/command-line.ts'
import { aPurchaseCreditNote, aPurchaseInvoice, aSalesInvoice, type Members } from '../support/requests/requests.ts'
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
    const single = (await filesIn(pack)).get('purchase-invoices/3.zip')
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
    const wrong = (lines: readonly string[]) => lines.filter((line) => line.startsWith('Verification failed'))
    const missing = await verify('missing.zip', await edited((copy) => copy.delete('purchase-invoices/3.zip')))
    assert.equal(missing.code, 1)
    assert.ok(
      wrong(missing.lines).includes(`Verification failed: ${name}: its pack purchase-invoices/3.zip is missing`),
    )
    const other = files.get('purchase-invoices/2.zip') ?? assert.fail()
    const swapped = await verify('swapped.zip', await edited((copy) => copy.set('purchase-invoices/3.zip', other)))
    assert.ok(
      wrong(swapped.lines).includes(
        `Verification failed: ${name}: its pack purchase-invoices/3.zip is not what was signed`,
      ),
    )
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
      [[note.id, 'purchase-credit-notes/1.zip']],
    )
    for (const query of ['', 'from=2026-01-01', 'from=2026-02-02&to=2026-02-01', 'from=x&to=2026-01-01', 'from=&to=']) {
      const answer = await tenant.get(`/api/evidence?${query}`)
      assert.equal(answer.status, 400, query)
    }
    const writer = await running.tenant({ scope: 'documents:write' })
    assert.equal((await writer.get('/api/evidence?from=2026-01-01&to=2026-01-01')).status, 403)
  })
})
