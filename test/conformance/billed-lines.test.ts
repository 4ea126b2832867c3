import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLine, aPurchaseInvoice, aSupplier, inCurrency, type Members } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// What a supplier was billed before, line by line. Source: docs/decisions/0179.

eachService('lines billed before', (start) => {
  let running: TestService
  before(async () => {
    running = await start.shared()
  })

  const bill = async (own: Tenant, lines: readonly Members[], more: Members = {}) => {
    const request = aPurchaseInvoice({ document_lines: lines, ...more })
    const made = await own.post(`/api/purchase-invoices/${own.profileId}`, request)
    assert.equal(made.status, 201, made.text)
    return made.json
  }
  const linesOf = async (own: Tenant, id: string, query = '') => {
    const { status, text, json } = await own.get(`/api/suppliers/${id}/lines${query}`)
    assert.equal(status, 200, text)
    assert.equal(json.next, null)
    return json.items
  }

  test('each item is listed once, the newest first, at its newest price and without its quantity', async () => {
    const own = await running.tenant()
    const priced = (base_amount: number) => ({ base_amount, base_quantity: 1 })
    await bill(own, [aLine({ name: 'Copper wire', price: priced(30) }), aLine({ name: 'Brackets' })])
    const newest = await bill(own, [aLine({ name: 'COPPER wire', price: priced(31.75), quantity: 7 })], {
      issue_date: '2026-07-20',
    })
    const [wire, brackets, ...others] = await linesOf(own, newest.id)
    assert.deepEqual(others, [])
    const { line, ...from } = wire
    assert.deepEqual(from, {
      document_id: newest.id,
      document_number: newest.document_number,
      issue_date: '2026-07-20',
      line_number: 1,
      currency: 'AED',
    })
    assert.deepEqual([line.name, line.price, line.quantity], ['COPPER wire', priced(31.75), undefined])
    assert.equal(brackets.line.name, 'Brackets')
    const again = await bill(own, [{ ...brackets.line, quantity: 1 }])
    assert.equal(again.meta_info.peppol_status.validation_results.length, 0)
  })

  test('an item that was billed in two currencies is listed with its price in each', async () => {
    const own = await running.tenant()
    const priced = (base_amount: number) => [aLine({ price: { base_amount, base_quantity: 1 } })]
    await bill(own, priced(366))
    await bill(own, priced(99), inCurrency('USD'))
    const { id } = await bill(own, priced(100), inCurrency('USD'))
    assert.deepEqual(
      (await linesOf(own, id)).map(({ currency, line }: Members) => [currency, Object(line).price.base_amount]),
      [
        ['USD', 100],
        ['AED', 366],
      ],
    )
  })

  test('a search finds a part of the name or a code', async () => {
    const own = await running.tenant()
    const coded = { commodity_code: 'G', item_classification_code: '74081100', item_classification_list_id: 'HS' }
    const { id } = await bill(own, [
      aLine({ name: 'Copper wire', commodity_classification: coded }),
      aLine({ name: 'Brackets 5%' }),
    ])
    const named = async (search: string) =>
      (await linesOf(own, id, `?search=${encodeURIComponent(search)}`)).map(({ line }: Members) => nameIn(line))
    assert.deepEqual(await named('WIRE'), ['Copper wire'])
    assert.deepEqual(await named('7408'), ['Copper wire'])
    assert.deepEqual(await named('5%'), ['Brackets 5%'])
    assert.deepEqual(await named('none'), [])
  })

  test('documents that failed, and those of other suppliers and organisations, show nothing', async () => {
    const own = await running.tenant()
    const { id } = await bill(own, [aLine({ name: 'Ours' })])
    await bill(own, [aLine({ name: 'Failed', unit_code: 'NONE' })])
    await bill(own, [aLine({ name: 'Elsewhere' })], {
      accounting_supplier_party: aSupplier({
        party_name: 'Another LLC',
        party_tax_scheme: { company_id: '100999999900003', tax_scheme: 'VAT' },
        tin: '1009999999',
        endpoint_id: '1009999999',
      }),
    })
    assert.deepEqual(
      (await linesOf(own, id)).map(({ line }: Members) => nameIn(line)),
      ['Ours'],
    )
    const stranger = await running.tenant()
    assert.equal((await stranger.get(`/api/suppliers/${id}/lines`)).status, 404)
  })
})

function nameIn(line: unknown): unknown {
  return Object(line).name
}
