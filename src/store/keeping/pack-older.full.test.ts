import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { storedTexts, storePlainly } from '../../../test/support/databases/plain-texts.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { filesIn } from '../../../test/support/evidence/files-in.ts'
import { aLine, aPurchaseInvoice } from '../../../test/support/requests/requests.ts'
import { eachService } from '../../../test/support/service/service.ts'
import type { Tenant, TestService } from '../../../test/support/service/test-service.ts'
import { checkChain } from '../../service/check-chain.ts'
import { packOlderTexts, withOlderTexts } from './pack-older.ts'

eachService('texts from before they were packed', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  test('are packed page by page, and every reader finds the same bytes', async () => {
    const { database } = running.service.parts.store
    const { orgId } = tenant
    const many = Array.from({ length: 300 }, (_, at) => aLine({ description: `قطعة ${at}` }))
    const ids: string[] = []
    for (const lines of [[aLine()], many, [aLine(), aLine()]]) {
      const created = await tenant.post(
        `/api/purchase-invoices/${tenant.profileId}`,
        aPurchaseInvoice({ document_lines: lines }),
      )
      assert.equal(created.status, 201, created.text)
      ids.push(String(created.json.id))
    }
    for (const id of ids)
      await eventually(async () => {
        const { peppol_status: status } = (await tenant.get(`/api/purchase-invoices/${id}`)).json.meta_info
        return status.overall_status !== 'PENDING' && status.participant_status && status.fta_status
        // A second attempt comes after a minute.
      }, 180_000)
    for (const documentId of ids) await storePlainly(database, { orgId, documentId })
    await database.query(sql('delete from text_packing where org_id = $1', orgId))
    const sizeOf = async () => {
      const [row] = await database.query(
        sql(
          `select sum(octet_length(answer) + octet_length(ubl) + coalesce(octet_length(packed), 0)) as bytes,
             count(packed) as packed from revisions where org_id = $1`,
          orgId,
        ),
      )
      return { bytes: Number(row?.bytes), packed: Number(row?.packed) }
    }
    const before = await Promise.all(ids.map((id) => seen(id)))
    const sizeBefore = await sizeOf()
    assert.equal(sizeBefore.packed, 0)
    // Two instances at once.
    const pages = await Promise.all([packOlderTexts(database, orgId), packOlderTexts(database, orgId)])
    assert.ok(pages.every(({ isDone }) => isDone))
    const sizeAfter = await sizeOf()
    assert.equal(sizeAfter.packed, 2, 'all texts of the other one are long')
    assert.ok(sizeAfter.bytes < sizeBefore.bytes / 3, `${sizeBefore.bytes} to ${sizeAfter.bytes}`)
    const short = ids.filter((_, at) => at !== 1)
    const reports = await database.query(
      sql(
        `select 1 from leg_documents t join legs l on l.org_id = t.org_id and l.transmission_uuid = t.transmission_uuid
         where t.org_id = $1 and l.document_id in ($2, $3)`,
        orgId,
        ...short,
      ),
    )
    assert.equal(reports.length, 0, 'the reports are in the frames')
    assert.deepEqual(await Promise.all(ids.map((id) => seen(id))), before)
    assert.deepEqual((await checkChain(running.service.parts.store)).problems, [])
    assert.ok(!(await withOlderTexts(database, [orgId])).includes(orgId))
    assert.deepEqual(await packOlderTexts(database, orgId), { packed: 0, isDone: true })
  })

  test('of a document whose content a removal took meanwhile, nothing is written', async () => {
    const { database } = running.service.parts.store
    const { orgId } = tenant
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const documentId = String(json.id)
    await storePlainly(database, { orgId, documentId })
    await database.query(sql('delete from text_packing where org_id = $1', orgId))
    const { query } = database
    const remove = sql('update documents set removed_at = 1 where org_id = $1 and id = $2', orgId, documentId)
    const isRead = (text: string) => /^select request, request_bytes/.test(text)
    const removing = {
      ...database,
      query: async (statement: Parameters<typeof query>[0]) => {
        const rows = await query(statement)
        if (isRead(statement.sql)) await query(remove)
        return rows
      },
    }
    assert.equal((await packOlderTexts(removing, orgId)).packed, 0)
    const [row] = await database.query(
      sql('select packed, ubl from revisions where org_id = $1 and document_id = $2', orgId, documentId),
    )
    assert.equal(row?.packed, null)
    assert.notEqual(row?.ubl, '')
  })

  /** What readers see of a document. */
  async function seen(id: string) {
    const evidence = await fetch(`${running.address}/api/purchase-invoices/${id}/evidence`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    })
    assert.equal(evidence.status, 200)
    const files = await filesIn(new Uint8Array(await evidence.arrayBuffer()))
    const contents = [...files].filter(([path]) => /^(revisions|legs|attachments)\//.test(path))
    assert.ok(contents.length > 8)
    return {
      contents: contents.map(([path, content]) => [path, Buffer.from(content).toString()]),
      texts: await storedTexts(running.service.parts.store.database, { orgId: tenant.orgId, documentId: id }),
      document: (await tenant.get(`/api/purchase-invoices/${id}`)).text,
      status: (await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)).text,
    }
  }
})
