import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { crediting } from '../support/requests/crediting.ts'
import { aSupplier, inCurrency } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// The values that a printed credit note states: docs/decisions/0156.

eachService('the values on a credit note', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const { invoice, note } = crediting(() => tenant)
  /** Label and value of each fact of the block, as the HTML page in this language says them. */
  const valuesOf = async ({ id }: { readonly id: string }, language = 'en') => {
    const { text } = await tenant.get(`/api/purchase-credit-notes/${id}/html?language=${language}`)
    const title = { en: 'Value of the supply, without VAT', ar: 'قيمة التوريد قبل الضريبة' }[language]
    const [, earlier = '', block = ''] = new RegExp(`<h2>${title}(.*?)</h2>(.*?)</section>`).exec(text) ?? []
    const facts = [...block.matchAll(/<dt>(.*?)<\/dt><dd><bdi[^>]*>(.*?)<\/bdi>/g)].map(([, label, value]) => [
      label,
      value,
    ])
    return [...(earlier === '' ? [] : [[earlier]]), ...facts]
  }

  test('it states the value on the invoice as earlier notes left it, the correct one, and the difference', async () => {
    const { document_number: number } = await invoice(10)
    const first = await note(2, [number])
    const second = await note(3, [number])
    const stated = [
      ['Value on the invoice', '1,000.00 AED'],
      ['Correct value', '800.00 AED'],
      ['Difference', '200.00 AED'],
      ['VAT on the difference', '10.00 AED'],
    ]
    assert.deepEqual(await valuesOf(first), stated)
    assert.deepEqual(await valuesOf(second), [
      [', after earlier credit notes (1)'],
      ['Value on the invoice', '800.00 AED'],
      ['Correct value', '500.00 AED'],
      ['Difference', '300.00 AED'],
      ['VAT on the difference', '15.00 AED'],
    ])
    assert.equal((await valuesOf(second, 'ar'))[1]?.[1], '800.00 AED')
  })

  test('notes that failed their rules or were rejected alter nothing', async () => {
    const { document_number: number } = await invoice(10)
    const rejected = await note(1, [number], { accounting_supplier_party: aSupplier({ endpoint_id: '1000000011' }) })
    await note(1, [number], { profile_execution_id: '00010000' })
    await eventually(async () => {
      const { json } = await tenant.get(`/api/purchase-credit-notes/${rejected.id}`)
      return json.meta_info.peppol_status.overall_status === 'REJECTED'
    })
    assert.deepEqual((await valuesOf(await note(1, [number])))[0], ['Value on the invoice', '1,000.00 AED'])
  })

  test('a note for several invoices states their sum, and VAT in AED for any currency', async () => {
    const foreign = inCurrency('USD')
    const numbers = [(await invoice(4, foreign)).document_number, (await invoice(6, foreign)).document_number]
    await note(1, numbers.slice(0, 1), foreign)
    assert.deepEqual(await valuesOf(await note(2, numbers, foreign)), [
      [', after earlier credit notes (1)'],
      ['Value on the invoice', '900.00 USD'],
      ['Correct value', '700.00 USD'],
      ['Difference', '200.00 USD'],
      ['VAT on the difference', '36.73 AED'],
    ])
  })

  test('where a value is not known, the page says why and states none', async () => {
    const known = await invoice(10)
    const failed = await invoice(1, { profile_execution_id: '00010000' })
    const removed = await invoice(1)
    const dollars = inCurrency('USD')
    const [shared, other] = [await invoice(10), await invoice(10)]
    const sharing = await note(1, [shared.document_number, other.document_number])
    const cases = [
      [await note(1, ['Elsewhere-7']), 'invoice Elsewhere-7 is not in this service'],
      [await note(1, [known.document_number, 'Elsewhere-8']), 'invoice Elsewhere-8 is not in this service'],
      [
        await note(1, [failed.document_number]),
        `invoice ${failed.document_number} was not issued, since it failed its rules`,
      ],
      [await note(1, [known.document_number], dollars), `${known.document_number} is in another currency`],
      [
        await note(1, [shared.document_number]),
        `credit note ${sharing.document_number} also credits other invoices, and does not say how much each`,
      ],
      [
        await note(1, [removed.document_number]),
        `the content of ${removed.document_number} was removed after its retention`,
      ],
    ] as const
    const { database } = running.service.parts.store
    await database.query(
      sql('update documents set removed_at = 1 where org_id = $1 and id = $2', tenant.orgId, removed.id),
    )
    for (const [one, reason] of cases)
      assert.deepEqual(await valuesOf(one), [['Value on the invoice', `Not stated: ${reason}`]])
  })

  test('an invoice states no such values', async () => {
    const { id } = await invoice(1)
    assert.doesNotMatch((await tenant.get(`/api/purchase-invoices/${id}/html`)).text, /Correct value/)
  })
})
