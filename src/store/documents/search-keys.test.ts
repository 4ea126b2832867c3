import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { overviewPage } from '../overview/overview-page.ts'
import { openStore } from '../store.ts'
import { addDocument } from './add-document.ts'
import { fillSearchKeys } from './search-keys.ts'
import { blockSize, fillSearchedNumbers } from './searched-numbers.ts'

const untilTheEnd = () => false

eachDatabase('what lists search by', (open) => {
  test('documents of an earlier version are found once the upkeep was there, and the list says so before', async () => {
    const store = open.keep(await openStore(open.location, 1))
    const db = store.database
    const { orgId } = await anOrganisationWithProfile(store)
    const answer = JSON.stringify({
      document_currency_code: 'USD',
      order_reference: { id: 'PO-2026-0381' },
      tax_exchange_rate: { calculation_rate: 3.6725 },
      totals: { tax_breakdown: [{ tax_category_code: 'S', taxable_amount: 1000, tax_amount: 50.1 }] },
    })
    const document = aNewDocument({ orgId, answer })
    await addDocument(db, document)
    await db.query(
      sql('update documents set payable_key = null, order_key = null, vat_in_aed = null where org_id = $1', orgId),
    )
    const page = (filter: object) =>
      overviewPage(db, {
        orgId,
        filter: { families: [], needsAttention: false, ...filter },
        isAscending: false,
        after: undefined,
        size: 10,
      })
    for (const filter of [{ text: 'po-2026-03' }, { text: '105.00' }, { sort: 'amount' }, { amountFrom: 1 }]) {
      const before = await page(filter)
      assert.deepEqual([before.found, before.isIndexed], [[], false], JSON.stringify(filter))
    }
    await fillSearchKeys(db, untilTheEnd)
    for (const filter of [{ text: 'po-2026-03' }, { text: '105.00' }, { sort: 'amount' }, { amountFrom: 1 }]) {
      const after = await page(filter)
      assert.deepEqual([after.found[0]?.id, after.isIndexed], [document.id, true], JSON.stringify(filter))
    }
    const [row] = await db.query(sql('select vat_in_aed from documents where org_id = $1', orgId))
    assert.deepEqual(row, { vat_in_aed: 'S 3672.50 183.99' })
  })

  test('a part of a number is found in full blocks and behind them, and only in its organisation', async () => {
    const store = open.keep(await openStore(open.location, 1))
    const db = store.database
    const { orgId } = await anOrganisationWithProfile(store)
    const other = await anOrganisationWithProfile(store)
    const count = 2 * blockSize + 50
    const hex = db.dialect.name === 'postgres' ? "lpad(to_hex(i), 12, '0')" : "printf('%012x', i)"
    await db.query(
      sql(
        `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version,
           revision, issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name, created_at,
           updated_at, payable_key, order_key)
         with recursive numbers (i) as (select cast(1 as bigint) union all select i + 1 from numbers where i < ${count})
         select cast($1 as text), '01980000-0000-7000-8000-' || ${hex}, 'purchase-invoices', i, 'PINV-' || (100000 + i),
           'BP-TEST000001', 1, '20260101', 1, '2026-07-01', 'AED', '1', '0', 'a', 'b', 1, i, 100, '' from numbers`,
        orgId,
      ),
    )
    await db.query(
      sql(`insert into sequences (org_id, family, last) values ($1, 'purchase-invoices', ${count})`, orgId),
    )
    const finds = async (text: string, of = orgId) => {
      const filter = { families: [], needsAttention: false, text }
      const page = await overviewPage(db, { orgId: of, filter, isAscending: true, after: undefined, size: 20 })
      return page.found.map(({ id }) => Number.parseInt(id.slice(-12), 16))
    }
    for (const isFilled of [false, true]) {
      if (isFilled) await fillSearchedNumbers(db, untilTheEnd)
      assert.deepEqual(await finds('v-100777'), [777], `${isFilled}`)
      assert.deepEqual(await finds('02049'), [2_049], `${isFilled}`)
      assert.deepEqual((await finds('V-1000')).slice(0, 3), [1, 2, 3], `${isFilled}`)
      assert.deepEqual(await finds('00777\npinv'), [], 'nothing across two lines')
      assert.deepEqual(await finds('v-100777', other.orgId), [])
    }
    const blocks = sql('select block from searched_numbers where org_id = $1 order by block', orgId)
    assert.deepEqual(
      (await db.query(blocks)).map(({ block }) => block),
      [0, 1],
    )
  })
})
