import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { integer, onlyRow } from '../../src/store/database/columns.ts'
import { contract } from '../../src/store/database/contract.ts'
import type { Database, Statement } from '../../src/store/database/database.ts'
import { sql } from '../support/databases/any-row.ts'
import { onPostgres } from '../support/databases/databases.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { startTestService, type Tenant, type TestService } from '../support/service/test-service.ts'

// The texts of a document are stored in a frame (docs/decisions/0151): nobody who reads the API sees it,
// and what needs no text reads none.

eachService('packed texts', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  test('lists, the feed, legs, logs and figures read no frame; a document reads one', async () => {
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const { database } = running.service.parts.store
    await untilDecided(tenant, json.id)
    const row = onlyRow(await database.query(packedOf(json.id)))
    assert.equal(integer(row, 'packed'), 1)
    const reading = readsOf(database)
    try {
      for (const path of [
        '/api/documents',
        '/api/documents/summary',
        '/api/events',
        '/api/legs',
        `/api/purchase-invoices/${json.id}/peppol-status-logs`,
      ]) {
        const { status, text } = await tenant.get(path)
        assert.equal(status, 200, `${path} ${text}`)
        assert.ok(reading.statements.length > 0, path)
        assert.deepEqual(reading.statements.splice(0).filter(namesFrame), [], path)
      }
      assert.equal((await tenant.get('/api/purchase-invoices')).status, 200)
      const ofPage = reading.statements.splice(0).filter((text) => /from documents d/.test(text))
      assert.ok(ofPage.length > 0)
      assert.deepEqual(ofPage.filter(namesFrame), [], 'the page knows the sizes without the texts')
      assert.equal((await tenant.get(`/api/purchase-invoices/${json.id}`)).status, 200)
      assert.equal(reading.statements.filter(namesFrame).length, 1)
    } finally {
      reading.stop()
    }
  })
})

onPostgres('packed texts of several instances', (open) => {
  test('are written once the database has the contraction, without a restart, and read by all', async () => {
    const database = await open()
    await database.query(sql("delete from migrations where name = '0060-contract-packed-texts'"))
    const running = await startTestService(open.location)
    try {
      const tenant = await running.tenant()
      const created = async () =>
        (await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())).json.id
      const isPacked = async (id: string) => integer(onlyRow(await database.query(packedOf(id))), 'packed') === 1
      const plain = await created()
      assert.equal(await isPacked(plain), false)
      const { waiting } = await contract(database, Date.now())
      assert.equal(waiting, undefined)
      const ids = [plain]
      await eventually(async () => {
        ids.push(await created())
        return isPacked(ids.at(-1) ?? '')
      })
      for (const id of ids) {
        await untilDecided(tenant, id)
        assert.equal((await tenant.get(`/api/purchase-invoices/${id}`)).json.id, id)
        assert.equal((await tenant.get(`/api/purchase-invoices/${id}/peppol-status`)).status, 200)
      }
    } finally {
      await running.stop()
    }
  })
})

async function untilDecided(tenant: Tenant, id: string): Promise<void> {
  await eventually(async () => {
    const { peppol_status: status } = (await tenant.get(`/api/purchase-invoices/${id}`)).json.meta_info
    return status.overall_status !== 'PENDING' && status.participant_status && status.fta_status
  })
}

function packedOf(id: string): Statement {
  return sql('select case when packed is null then 0 else 1 end as packed from revisions where document_id = $1', id)
}

function namesFrame(text: string): boolean {
  return /\bpacked\b/.test(text)
}

/** The texts of the statements that read, until `stop`. */
function readsOf(database: Database) {
  const { query, snapshot } = database
  const statements: string[] = []
  const note = (statement: Statement) => {
    statements.push(statement.sql)
    return statement
  }
  database.query = (statement) => query(note(statement))
  database.snapshot = (selects) => snapshot(selects.map(note))
  return { statements, stop: () => Object.assign(database, { query, snapshot }) }
}
