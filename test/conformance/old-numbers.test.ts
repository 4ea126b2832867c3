import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { storePlainly } from '../support/databases/plain-texts.ts'
import { aPurchaseInvoice, type Members } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Earlier versions accepted document numbers that would be refused now. Their documents are used
// like any others. Source: docs/decisions/0122.

eachService('documents with numbers of earlier versions', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  /** Gives a document the number that an earlier version would have stored, and no key. */
  const renumber = async (id: string, from: string, to: string) => {
    const { database } = running.service.parts.store
    await storePlainly(database, { orgId: tenant.orgId, documentId: id })
    const changes = [
      ['update documents set document_number = $3, number_key = null where org_id = $1 and id = $2', to],
      [
        `update revisions set answer = replace(answer, '"document_number":"${from}"', cast($3 as text))
         where org_id = $1 and document_id = $2`,
        `"document_number":${JSON.stringify(to)}`,
      ],
    ] as const
    for (const [text, value] of changes) await database.query(sql(text, tenant.orgId, id, value))
  }
  const create = async (members: Members = {}) => {
    const { json, status, text } = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice(members),
    )
    assert.equal(status, 201, text)
    return json
  }

  test('they are read, listed and credited', async () => {
    const { id } = await create({ document_number: 'OLD-1' })
    await renumber(id, 'OLD-1', 'OLD  1\u200f')
    const read = await tenant.get(`/api/purchase-invoices/${id}`)
    assert.equal(read.json.document_number, 'OLD  1\u200f')
    const listed = await tenant.get(`/api/purchase-invoices?document_number=${encodeURIComponent('OLD  1\u200f')}`)
    assert.deepEqual(
      listed.json.content.map((one: Members) => one.id),
      [id],
    )
    const note = await tenant.post(`/api/purchase-invoices/${id}/credit-notes`, { discrepancy_response: 'DL8.61.1.A' })
    assert.equal(note.status, 201, note.text)
    assert.equal(note.json.billing_reference[0].id, 'OLD  1\u200f')
    const byNumber = await tenant.get(`/api/purchase-credit-notes?invoice_number=${encodeURIComponent('OLD  1\u200f')}`)
    assert.equal(byNumber.json.content.length, 1)
  })

  test('one that failed its rules is resubmitted with its number, and with no other', async () => {
    const failing = { profile_execution_id: '00010000' }
    const { id } = await create({ ...failing, document_number: 'OLD-2' })
    await renumber(id, 'OLD-2', 'OLD\u00a02')
    const put = (number: string) =>
      tenant.send(
        'PUT',
        `/api/purchase-invoices/${id}/${tenant.profileId}`,
        aPurchaseInvoice({ document_number: number }),
      )
    assert.deepEqual((await put('OLD  2')).json.errors, {
      document_number: 'Document number must not hold two blanks in a row',
    })
    const { json, status, text } = await put('OLD\u00a02')
    assert.equal(status, 200, text)
    assert.equal(json.document_number, 'OLD\u00a02')
  })

  test('a number that reads like another is refused, also in a dry run', async () => {
    const { id } = await create({ document_number: 'Caf\u00e9-7' })
    const same = aPurchaseInvoice({ document_number: 'Cafe\u0301-7' })
    for (const query of ['', '?dry_run=true']) {
      const { status, json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}${query}`, same)
      assert.equal(status, 409)
      assert.match(JSON.stringify(json), new RegExp(id))
    }
  })
})
