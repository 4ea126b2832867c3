import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { addDocument } from '../../store/documents/add-document.ts'
import type { NewDocument } from '../../store/documents/new-document.ts'
import { fillSearchKeys } from '../../store/documents/search-keys.ts'
import { openStore } from '../../store/store.ts'
import { monthSheet, monthTable } from './month-file.ts'
import { exceptions, partySums, statusSums } from './month-statements.ts'
import { leftOf, type MonthSum, monthSums } from './month-sums.ts'

const july = { from: '2026-07-01', to: '2026-07-31' }

eachDatabase('the sums of a month', (open) => {
  async function begun() {
    const store = open.keep(await openStore(open.location, 1))
    const { orgId } = await anOrganisationWithProfile(store)
    const add = async (vatInAed: string, more: Partial<NewDocument & NewDocument['figures']> = {}) => {
      const base = aNewDocument({ orgId })
      const { figures } = base
      const own = Object.fromEntries(Object.entries(more).filter(([name]) => name in figures))
      const document = { ...base, ...more, figures: { ...figures, issueDate: '2026-07-15', vatInAed, ...own } }
      assert.equal((await addDocument(store.database, document)).outcome, 'added')
      return document
    }
    const leg = (of: NewDocument, corner: string, status: string, report: string | null = null) =>
      sql(
        `insert into legs (org_id, transmission_uuid, document_id, revision, corner, sender_id, receiver_id,
           doc_type_id, process_id, country, status, attempts, in_doubt, mark, created_at, updated_at, report)
         values ($1, $2, $3, 1, $4, '', '', '', '', 'AE', $5, 1, 0, 'x', 1, 1, $6)`,
        orgId,
        randomUUID(),
        of.id,
        corner,
        status,
        report,
      )
    return { db: store.database, orgId, add, leg, sums: () => monthSums(store.database, { orgId, ...july }) }
  }

  test('a credit note of a rejected invoice does not count, as the invoice does not', async () => {
    const { db, orgId, add, sums } = await begun()
    await add('S 1000.00 50.00', { overallStatus: 'APPROVED' })
    const refused = await add('S 700.00 35.00', { overallStatus: 'REJECTED' })
    const note = { family: 'purchase-credit-notes', overallStatus: 'APPROVED' } as const
    await add('S 700.00 35.00', { ...note, billingReferences: [refused.documentNumber] })
    const kept = await add('S 1000.00 50.00', { overallStatus: 'APPROVED' })
    await add('S 10.00 0.50;Z 1.00 0.00', { ...note, billingReferences: [kept.documentNumber] })
    await add('S 20.00 1.00', { ...note, billingReferences: [refused.documentNumber, kept.documentNumber] })
    const { purchases } = await sums()
    assert.deepEqual(shown(purchases.total), [2, 2, '2000.00 100.00', '31.00 1.50', '1969.00 98.50'])
    assert.deepEqual(
      purchases.byCategory.map((sum) => [sum.category, sum.creditNotes, String(sum.credited.net)]),
      [
        ['S', 2, '30.00'],
        ['Z', 1, '1.00'],
      ],
    )
    assert.deepEqual(
      purchases.byStatus.map(({ status, isCounted, invoices, creditNotes }) => [
        status,
        isCounted,
        invoices,
        creditNotes,
      ]),
      [
        ['APPROVED', true, 2, 2],
        ['APPROVED', false, 0, 1],
        ['REJECTED', false, 1, 0],
      ],
    )
    assert.deepEqual(
      purchases.byParty.map(({ creditNotes, credited }) => [creditNotes, String(credited.net)]),
      [[2, '31.00']],
    )
    assert.equal(await fileSum(db, orgId), '1969.00+0', 'the file adds up to the sums')
  })

  test('what the tax authority accepts later counts, unless the other party has refused it', async () => {
    const { db, orgId, add, leg, sums } = await begun()
    await add('S 1000.00 50.00', { overallStatus: 'APPROVED' })
    const rejected = { overallStatus: 'REJECTED', legs: [] } as const
    const [accepted, refused, waiting, note] = [
      await add('S 100.00 5.00;Z 7.00 0.00', { ...rejected, billedByVat: '100999999900003', billedByName: 'Other' }),
      await add('S 200.00 10.00', rejected),
      await add('S 400.00 20.00', rejected),
      await add('S 30.00 1.50', { ...rejected, family: 'purchase-credit-notes' }),
    ]
    await db.transaction([
      leg(accepted, 'C3', 'APPROVED'),
      leg(accepted, 'C5', 'REJECTED'),
      leg(accepted, 'C5', 'APPROVED', 'R'),
      leg(refused, 'C3', 'REJECTED'),
      leg(refused, 'C5', 'APPROVED', 'R'),
      leg(waiting, 'C5', 'REJECTED'),
      leg(waiting, 'C5', 'SUBMITTED', 'R'),
      leg(note, 'C5', 'REJECTED'),
      leg(note, 'C5', 'APPROVED', 'R'),
    ])
    await add('S 100.00 5.00', {
      family: 'purchase-credit-notes',
      overallStatus: 'APPROVED',
      billingReferences: [accepted.documentNumber],
    })
    const { purchases } = await sums()
    assert.deepEqual(shown(purchases.total), [2, 2, '1107.00 55.00', '130.00 6.50', '977.00 48.50'])
    assert.deepEqual(
      purchases.byStatus.map((sum) => [sum.status, sum.isCounted, sum.invoices, sum.creditNotes]),
      [
        ['APPROVED', true, 1, 1],
        ['REJECTED', false, 2, 0],
        ['REJECTED', true, 1, 1],
      ],
    )
    assert.deepEqual(
      purchases.byParty.map((sum) => [sum.trn, sum.invoices, sum.creditNotes, String(leftOf(sum).net)]),
      [
        [purchases.byParty[0]?.trn, 1, 2, '870.00'],
        ['100999999900003', 1, 0, '107.00'],
      ],
    )
    assert.equal(await fileSum(db, orgId), '977.00+0')
  })

  test('credit notes are subtracted, categories apart, and only what counts', async () => {
    const { db, orgId, add, sums } = await begun()
    await add('S 1000.00 50.00')
    await add('S 0.10 0.01;Z 20.00 0.00', { overallStatus: 'APPROVED', issueDate: '2026-07-31' })
    await add('S 99999999999.99 4999999999.99', { overallStatus: null, issueDate: '2026-07-01' })
    await add('S 100.05 5.00', { family: 'purchase-credit-notes', overallStatus: 'APPROVED' })
    await add('S 7.00 0.35', { overallStatus: 'REJECTED' })
    await add('S 8.00 0.40;E 1.00 0.00', { overallStatus: 'VALIDATION_FAILED' })
    await add('S 9.00 0.45', { issueDate: '2026-06-30' })
    await add('S 9.00 0.45', { issueDate: '2026-08-01' })
    await add('AE 50.00 0.00', { family: 'sales-invoices', billedToName: 'Customer One' })
    await add('Z 5.00 0.00;S -2.50 -0.13', { family: 'sales-credit-notes', billedToName: 'Customer One' })
    const other = await anOrganisationWithProfile(open.keep(await openStore(open.location, 1)))
    await addDocument(db, aNewDocument({ orgId: other.orgId }))
    const { purchases, sales } = await sums()
    assert.deepEqual(shown(purchases.total), [
      3,
      1,
      '100000001020.09 5000000050.00',
      '100.05 5.00',
      '100000000920.04 5000000045.00',
    ])
    assert.deepEqual(
      purchases.byCategory.map((sum) => [sum.category, ...shown(sum)]),
      [
        ['S', 3, 1, '100000001000.09 5000000050.00', '100.05 5.00', '100000000900.04 5000000045.00'],
        ['Z', 1, 0, '20.00 0.00', '0.00 0.00', '20.00 0.00'],
      ],
    )
    assert.deepEqual(
      purchases.byStatus.map(({ status, isCounted, invoices, creditNotes, invoiced }) => [
        status,
        isCounted,
        invoices,
        creditNotes,
        String(invoiced.net),
      ]),
      [
        ['PENDING', true, 1, 0, '1000.00'],
        ['APPROVED', true, 1, 1, '20.10'],
        ['REJECTED', false, 1, 0, '7.00'],
        ['VALIDATION_FAILED', false, 1, 0, '9.00'],
        [null, true, 1, 0, '99999999999.99'],
      ],
    )
    assert.deepEqual(
      [sales.byParty.length, sales.byParty[0]?.name, sales.byParty[0]?.trn],
      [1, 'Customer One', undefined],
    )
    assert.deepEqual(shown(sales.total), [1, 1, '50.00 0.00', '2.50 -0.13', '47.50 0.13'])
    assert.deepEqual(
      sales.byCategory.map(({ category }) => category),
      ['S', 'Z', 'AE'],
    )
    assert.equal(await fileSum(db, orgId), '100000000920.04+47.50')
  })

  test('a supplier is known by its TRN, or by its name without one', async () => {
    const { add, sums } = await begun()
    await add('S 10.00 0.50', { billedByVat: '100000000000003', billedByName: 'One LLC' })
    await add('S 1.00 0.05;Z 1.00 0.00', { billedByVat: '100000000000003', billedByName: 'One (branch) LLC' })
    await add('S 5.00 0.25', { billedByVat: '100000000000003', family: 'purchase-credit-notes' })
    await add('S 300.00 15.00', { billedByVat: undefined, billedByName: 'Two' })
    await add('S 2.00 0.10', { billedByVat: undefined, billedByName: 'Three' })
    const { byParty, hasMoreParties } = (await sums()).purchases
    assert.deepEqual(
      byParty.map((sum) => [sum.trn ?? sum.name, ...shown(sum)]),
      [
        ['Two', 1, 0, '300.00 15.00', '0.00 0.00', '300.00 15.00'],
        ['100000000000003', 2, 1, '12.00 0.55', '5.00 0.25', '7.00 0.30'],
        ['Three', 1, 0, '2.00 0.10', '0.00 0.00', '2.00 0.10'],
      ],
    )
    assert.equal(hasMoreParties, false)
  })

  test('documents of an earlier version count, and the sums say that their amounts are missing until the upkeep was there', async () => {
    const { db, orgId, add, sums } = await begun()
    const answer = JSON.stringify({
      document_currency_code: 'AED',
      totals: { tax_breakdown: [{ tax_category_code: 'S', taxable_amount: 100, tax_amount: 5 }] },
    })
    await add('S 100.00 5.00', { answer })
    await add('S 10.00 0.50')
    const forget = 'update documents set vat_in_aed = null, payable_key = null where org_id = $1 and vat_in_aed = $2'
    await db.query(sql(forget, orgId, 'S 100.00 5.00'))
    const before = (await sums()).purchases
    assert.deepEqual(
      [before.withoutFigures, ...shown(before.total)],
      [1, 2, 0, '10.00 0.50', '0.00 0.00', '10.00 0.50'],
    )
    await fillSearchKeys(db, () => false)
    const after = (await sums()).purchases
    assert.deepEqual(
      [after.withoutFigures, ...shown(after.total)],
      [0, 2, 0, '110.00 5.50', '0.00 0.00', '110.00 5.50'],
    )
  })

  test('a VAT return is for one company: purchases by who is billed, sales by who bills', async () => {
    const { db, orgId, add } = await begun()
    const [mine, other] = ['100111111100003', '100222222200003'] as const
    await add('S 100.00 5.00', { billedToVat: mine })
    await add('S 7.00 0.35', { billedToVat: other })
    await add('S 30.00 1.50', { family: 'sales-invoices', billedByVat: mine, billedToVat: other })
    await add('S 2.00 0.10', { family: 'sales-invoices', billedByVat: other, billedToVat: mine })
    const wanted = { orgId, ...july, ownTrn: mine }
    const nets = async (more: { readonly trn?: string }) => {
      const { purchases, sales } = await monthSums(db, { ...wanted, ...more })
      return [purchases, sales].map(({ total, byParty }) => [String(leftOf(total).net), byParty.length])
    }
    assert.deepEqual(await nets({}), [
      ['100.00', 1],
      ['30.00', 1],
    ])
    assert.deepEqual(await nets({ trn: other }), [
      ['0.00', 0],
      ['30.00', 1],
    ])
    const rows = await rowsIn(monthTable(db, wanted, 'fields'))
    assert.deepEqual(
      rows.map((row) => row.at(-1)),
      [mine, mine],
    )
  })

  test('a spreadsheet says in its last row that more would follow, and only then', async () => {
    const { db, orgId, add } = await begun()
    const rowsOf = async (max: number) => {
      const rows = await rowsIn(monthSheet(db, { orgId, ...july }, 'en', max))
      return rows.map(([first]) => first?.slice(0, 13))
    }
    assert.deepEqual(await rowsOf(2), [])
    await add('S 1.00 0.05;Z 1.00 0.00')
    assert.deepEqual(await rowsOf(2), ['2026-07-15', '2026-07-15'])
    await add('S 1.00 0.05')
    assert.deepEqual(await rowsOf(2), ['2026-07-15', 'A spreadsheet'])
    assert.deepEqual(await rowsOf(3), ['2026-07-15', '2026-07-15', '2026-07-15'])
  })

  test('reads nothing but the index of its side', async () => {
    const { db, orgId } = await begun()
    if (db.dialect.name !== 'sqlite') return
    const sides = { purchases: 'documents_purchased', sales: 'documents_sold' } as const
    for (const side of ['purchases', 'sales'] as const) {
      for (const sums of [statusSums, partySums]) {
        const statement = sums(db, side, { orgId, ...july })
        const plan = await db.query({ ...statement, sql: `explain query plan ${statement.sql}` })
        assert.match(String(plan[0]?.detail), new RegExp(`COVERING INDEX ${sides[side]} `))
      }
    }
  })

  test('looks for exceptions among credit notes and rejected reports, and at each by keys', async () => {
    const { db, orgId, add, leg } = await begun()
    if (db.dialect.name !== 'sqlite') return
    for (let at = 0; at < 50; at += 1) {
      const note = await add('S 1.00 0.05', { family: 'purchase-credit-notes', billingReferences: [`R-${at}`] })
      await db.transaction([leg(note, 'C5', at === 0 ? 'REJECTED' : 'APPROVED')])
    }
    await db.query(sql('analyze'))
    const first = ['d USING INDEX documents_by_issue_date', 'r USING INDEX legs_of_status']
    for (const [at, { sql: text, params }] of exceptions('purchases', { orgId, ...july }).entries()) {
      const plan = (await db.query({ sql: `explain query plan ${text}`, params })).map(({ detail }) => String(detail))
      assert.ok(plan[0]?.startsWith(`SEARCH ${first[at]} `), plan[0])
      const byOrganisationAlone = plan
        .slice(1)
        .filter((detail) => /^SCAN|\((org_id=\?|org_id=\? AND family=\?)\)/.test(detail))
      assert.deepEqual(byOrganisationAlone, [])
    }
  })
})

function shown({ invoices, creditNotes, ...sum }: MonthSum): readonly (number | string)[] {
  const text = ({ net, vat }: MonthSum['invoiced']) => `${net} ${vat}`
  return [invoices, creditNotes, text(sum.invoiced), text(sum.credited), text(leftOf(sum))]
}

/** The counted rows of the file: purchases, then sales. */
async function fileSum(db: Parameters<typeof monthTable>[0], orgId: string): Promise<string> {
  const rows = await rowsIn(monthTable(db, { orgId, ...july }, 'fields'))
  const sumOf = (start: string) => {
    const cents = rows
      .filter(([, family, , , , , , counted]) => family?.startsWith(start) && counted === 'yes')
      .reduce((sum, row) => sum + BigInt((row[9] ?? '').replace('.', '')), 0n)
    return String(cents).replace(/(\d\d)$/, '.$1')
  }
  return `${sumOf('purchase')}+${sumOf('sales')}`
}

async function rowsIn(table: ReturnType<typeof monthTable>): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = []
  for await (const row of table.rows) rows.push(row.map(({ text }) => text))
  return rows
}
