import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceTable, withCell, written } from '../support/files/table.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { checkedUpload, withStatus } from '../support/uploads/upload-files.ts'

// Where each error of an upload is: a table has a row for each line, NDJSON one for each document.

type Placed = Readonly<Record<'errors' | 'warnings', readonly Place[]>>

interface Place {
  readonly row: number
  readonly field: string | null
}

eachService('places of errors in an upload', (start) => {
  test('an error in a line of NDJSON has its whole path: refused members, failed rules and warnings', async () => {
    const tenant = await (await start.shared()).tenant({ scope: 'documents:read documents:write profiles' })
    const withLast = (line: object) => ({ document_lines: [aLine(), aLine(), { ...aLine(), ...line }] })
    const documents = [
      aPurchaseInvoice(),
      aPurchaseInvoice(withLast({ quantity: 'many' })),
      aPurchaseInvoice(withLast({ unit_code: 'kg' })),
      aPurchaseInvoice({ ...withLast({ name: undefined }), expected_totals: { lines: [{}, {}, { net_amount: 'x' }] } }),
      aPurchaseInvoice(withLast({ quantity: 1_000_000, price: { base_amount: 1, base_quantity: 1 } })),
    ]
    const { upload_id: id } = await checkedUpload(tenant, 'lines.ndjson', documents.map(jsonOf).join('\n'))
    const path = `/api/uploads/${id}`
    const { items } = (await tenant.get(`${path}/documents`)).json
    const placesOf = (all: readonly Placed[]) =>
      all.map(({ errors, warnings }) =>
        [...errors, ...warnings].flatMap(({ row, field }) => (/lines/.test(field ?? '') ? [`${row} ${field}`] : [])),
      )
    const places = placesOf(items)
    assert.deepEqual(places, [
      [],
      ['2 document_lines[2].quantity'],
      ['3 document_lines[2].unit_code'],
      ['4 document_lines[2].name', '4 expected_totals.lines[2].net_amount'],
      ['5 document_lines[2].quantity'],
    ])
    assert.match(items[1].errors[0].text, /^Quantity must be a number/)
    const results = (await tenant.get(`${path}/results`)).text
    for (const place of ['[2, Quantity of line 3]', '[3, Unit of line 3]', '[4, Item of line 3]'])
      assert.ok(results.includes(place), results)
    await tenant.post(`${path}/issue`, { failing: 'refuse' })
    await withStatus(tenant, id, 'DONE')
    assert.deepEqual(placesOf((await tenant.get(`${path}/documents`)).json.items), places)
  })

  test('an error in a row of a table has the row and the column', async () => {
    const tenant = await (await start.shared()).tenant({ scope: 'documents:read documents:write profiles' })
    const table = withCell(invoiceTable(), 3, 'line.unit_code', () => 'kg')
    const { upload_id: id } = await checkedUpload(tenant, 'a.csv', written(table))
    const { items } = (await tenant.get(`/api/uploads/${id}/documents?open=true`)).json
    assert.deepEqual(
      items.map(({ errors }: Placed) => errors.map(({ row, field }) => [row, field])),
      [[[3, 'line.unit_code']]],
    )
  })
})
