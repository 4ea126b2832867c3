import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { crediting } from '../support/requests/crediting.ts'
import { aPurchaseCreditNote, aSupplier, inCurrency } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Lists show what was credited of an invoice, by which notes, and what is left; and the invoices of
// a credit note: docs/decisions/0121.

eachService('invoices and their credit notes in lists', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const { invoice, note } = crediting(() => tenant)
  const listed = async ({ id }: { readonly id: string }) => {
    const { json } = await tenant.get(`/api/documents?text=${id}`)
    assert.equal(json.items.length, 1)
    return json.items[0]
  }
  const standing = async (document: { readonly id: string }) => {
    const {
      credited_amount: credited,
      left_amount: left,
      credit_notes: notes,
      credit_notes_count,
    } = await listed(document)
    const counted = notes.map(({ id, is_counted }: { id: string; is_counted: boolean }) => [id, is_counted])
    return { credited, left, notes: counted, count: credit_notes_count }
  }

  test('an invoice shows what its credit notes took, by which, and what is left', async () => {
    const credited = await invoice(10)
    assert.deepEqual(await standing(credited), { credited: 0, left: 1050, notes: [], count: 0 })
    const first = await note(2, [credited.document_number])
    const { status, json: byReference } = await tenant.post(`/api/purchase-invoices/${credited.id}/credit-notes`, {
      discrepancy_response: 'DL8.61.1.D',
      lines: [{ line: 1, quantity: 3 }],
    })
    assert.equal(status, 201, JSON.stringify(byReference))
    assert.deepEqual(await standing(credited), {
      credited: 525,
      left: 525,
      notes: [
        [byReference.id, true],
        [first.id, true],
      ],
      count: 2,
    })
    await eventually(async () => (await listed(credited)).status === 'APPROVED')
    const { credits } = await listed(first)
    const { id, document_number: number } = credited
    assert.deepEqual(credits, [{ id, document_number: number, status: 'APPROVED' }])
    const [shown] = (await listed(credited)).credit_notes
    assert.deepEqual(shown, {
      id: byReference.id,
      document_number: byReference.document_number,
      status: shown.status,
      currency: 'AED',
      amount: 315,
      is_counted: true,
    })
    await note(9, [credited.document_number])
    const after = await standing(credited)
    assert.deepEqual([after.credited, after.left], [1470, 0], 'more than the invoice: nothing is left')
  })

  test('notes that do not count are shown and not added', async () => {
    const [invoiced, other] = [await invoice(10), await invoice(10)]
    const number = invoiced.document_number
    const failed = await note(1, [number], { profile_execution_id: '00010000' })
    const shared = await note(1, [number, other.document_number])
    const dollars = await note(1, [number], inCurrency('USD'))
    const rejected = await note(1, [number], { accounting_supplier_party: aSupplier({ endpoint_id: '1000000011' }) })
    await eventually(async () => (await listed(rejected)).status === 'REJECTED')
    assert.deepEqual(await standing(invoiced), {
      credited: 0,
      left: 1050,
      notes: [rejected, dollars, shared, failed].map(({ id }) => [id, false]),
      count: 4,
    })
    assert.deepEqual(
      (await listed(shared)).credits.map(({ id }: { id: string }) => id).toSorted(),
      [invoiced.id, other.id].toSorted(),
    )
  })

  test('a note names an invoice that is not here, by its number', async () => {
    const elsewhere = await note(1, ['Elsewhere-7'])
    assert.deepEqual((await listed(elsewhere)).credits, [{ document_number: 'Elsewhere-7' }])
  })

  test('of many notes the newest twenty are shown, and all are counted', async () => {
    const invoiced = await invoice(100)
    const notes: { readonly id: string }[] = []
    for (let at = 0; at < 22; at += 1) notes.push(await note(1, [invoiced.document_number]))
    const found = await standing(invoiced)
    assert.deepEqual([found.credited, found.left, found.count], [2310, 8190, 22])
    assert.deepEqual(
      found.notes,
      notes
        .toReversed()
        .slice(0, 20)
        .map(({ id }) => [id, true]),
    )
  })

  test('another organisation sees neither', async () => {
    const invoiced = await invoice(1)
    const stranger = await running.tenant()
    await stranger.post(
      `/api/purchase-credit-notes/${stranger.profileId}`,
      aPurchaseCreditNote({ billing_reference: [{ id: invoiced.document_number, issue_date: '2026-07-15' }] }),
    )
    assert.deepEqual(await standing(invoiced), { credited: 0, left: 105, notes: [], count: 0 })
  })
})
