import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { type Family, families } from '@selfbill/pint-ae/document'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { organisationStatements } from '../../../test/support/delivery/deliverables.ts'
import { times } from '../../../test/support/effort.ts'
import { Random } from '../../../test/support/random.ts'
import type { Database, Statement, Value } from '../database/database.ts'
import { overallStatuses } from '../documents/document-row.ts'
import { type LegStatus, legStatuses } from '../legs/legs.ts'
import { orderKeyOf, type Position } from './candidates.ts'
import { fewMax } from './few-matches.ts'
import type { OverviewFilter } from './overview-filter.ts'
import { candidatesMax, overviewPage } from './overview-page.ts'
import { overviewRows } from './overview-rows.ts'
import { overviewSummary } from './overview-summary.ts'

// Compares the pages of every filter with what a plain filter over all documents finds.

interface Leg {
  readonly uuid: string
  readonly corner: 'C3' | 'C5'
  readonly report: 'R' | 'W' | null
  readonly status: LegStatus
  readonly isOverdue: boolean
  readonly isHandled: boolean
  readonly createdAt: number
}

interface Document {
  readonly id: string
  readonly family: Family
  readonly number: string
  readonly issueDate: string
  readonly seller: string
  readonly buyer: string
  readonly trn: string
  readonly profileId: string
  readonly status: (typeof overallStatuses)[number] | null
  readonly updatedAt: number
  /** In hundredths; null: not known yet. */
  readonly amount: number | null
  readonly order: string
  readonly legs: readonly Leg[]
  /** The revision that a person has handled; documents have revision 1. */
  readonly handledRevision: number | null
}

const orgId = 'org-overview'
const names = ['Gulf Metals', 'GULF Trading', 'Oasis', 'ÄRZTE Supply', 'Zeta 100%_']

function randomDocuments(random: Random, count: number): readonly Document[] {
  return Array.from({ length: count }, (_, at) => {
    const id = uuid(1, at)
    return {
      id,
      family: random.of(families),
      number: `${random.of(['A', 'PINV', 'a'])}-${at}`,
      issueDate: `2026-07-${String(1 + random.below(9)).padStart(2, '0')}`,
      seller: random.of(names),
      buyer: random.of(names),
      trn: random.of(['100000000000003', '100000000000103']),
      profileId: random.of(['BP-1', 'BP-2']),
      status: random.of([...overallStatuses, null]),
      updatedAt: 1 + random.below(20),
      amount: random.of([null, 10_500, 158_550, 158_551, -2_000]),
      order: random.of(['', 'po-2026-7', 'po-2026-70', 'gulf-1']),
      legs: random.of([true, false]) ? randomLegs(random, at) : [],
      handledRevision: random.of([null, 0, 1]),
    }
  })
}

function randomLegs(random: Random, at: number): readonly Leg[] {
  const leg = (place: number, corner: Leg['corner'], report: Leg['report']): Leg => {
    const status = random.of(legStatuses)
    const isOverdue = status === 'SUBMITTED' && random.of([true, false])
    return {
      uuid: uuid(2 + place, at),
      corner,
      report,
      status,
      isOverdue,
      isHandled: isRefusal(status) && random.of([true, false]),
      createdAt: place,
    }
  }
  return [
    leg(0, 'C3', null),
    leg(0.5, 'C5', null),
    ...(random.of([true, false]) ? [leg(1, 'C5', 'R')] : []),
    ...(random.of([true, false]) ? [leg(2, 'C5', 'W')] : []),
  ]
}

function isRefusal(status: LegStatus | undefined): boolean {
  return status === 'REJECTED' || status === 'FAILED'
}

function uuid(kind: number, at: number): string {
  return `019${String(kind * 10).padStart(5, '0')}-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
}

function rowsOf(document: Document, at: number): readonly Statement[] {
  const values: readonly Value[] = [
    document.id,
    document.family,
    at,
    document.number,
    document.issueDate,
    document.seller.toLowerCase(),
    document.buyer.toLowerCase(),
    document.trn,
    document.status,
    document.updatedAt,
    document.seller,
    document.buyer,
    document.handledRevision,
    document.amount,
    document.order,
    document.profileId,
  ]
  return [
    sql(
      `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version, revision,
         issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name, billed_by_vat, overall_status,
         created_at, updated_at, billed_by_shown, billed_to_shown, fatal_findings, warning_findings,
         handled_revision, handled_at, handled_by, handled_note, payable_key, order_key)
       values ($1, $2, $3, $4, $5, $17, 1, '20260101', 1, $6, 'AED', '105.00', '5.00', $7, $8, $9, $10, 1, $11, $12, $13, 1, 2,
         $14, 7, 'Amal', 'done', $15, $16)`,
      orgId,
      ...values,
    ),
    ...document.legs.map((leg) =>
      sql(
        `insert into legs (org_id, transmission_uuid, document_id, revision, corner, report, sender_id, receiver_id, doc_type_id,
           process_id, country, status, attempts, in_doubt, mark, created_at, updated_at, mls_overdue_at, cause,
           handled_at)
         values ($1, $2, $3, 1, $4, $5, 's', 'r', 'd', 'p', 'AE', $6, 1, 0, 'm', $7, 7, $8, $9, $10)`,
        orgId,
        leg.uuid,
        document.id,
        leg.corner,
        leg.report,
        leg.status,
        leg.createdAt * 10,
        leg.isOverdue ? 9 : null,
        leg.isOverdue || leg.status === 'STALLED' ? 'why' : null,
        leg.isHandled ? 8 : null,
      ),
    ),
  ]
}

/** What the filter means, said plainly. */
function matches(filter: OverviewFilter, document: Document): boolean {
  const latest = (corner: 'C3' | 'C5') =>
    document.legs.findLast((leg) => leg.corner === corner && leg.report !== 'W')?.status
  const found = (own: string, text: string) =>
    text.length < 3 ? own.toLowerCase().startsWith(text.toLowerCase()) : own.toLowerCase().includes(text.toLowerCase())
  const { text } = filter
  return [
    filter.families.length === 0 || filter.families.includes(document.family),
    filter.status === undefined || document.status === filter.status,
    filter.c3Status === undefined || latest('C3') === filter.c3Status,
    filter.c5Status === undefined || latest('C5') === filter.c5Status,
    filter.from === undefined || document.issueDate >= filter.from,
    filter.to === undefined || document.issueDate <= filter.to,
    filter.changedSince === undefined || document.updatedAt >= filter.changedSince,
    filter.profileId === undefined || document.profileId === filter.profileId,
    filter.supplierTrn === undefined || document.trn === filter.supplierTrn,
    filter.amountFrom === undefined || (document.amount !== null && document.amount >= filter.amountFrom),
    filter.amountTo === undefined || (document.amount !== null && document.amount <= filter.amountTo),
    filter.sort !== 'amount' || document.amount !== null,
    filter.isHandled === undefined || (document.handledRevision === 1) === filter.isHandled,
    !filter.needsAttention || reasonsOf(document).length > 0,
    text === undefined ||
      found(document.seller, text) ||
      found(document.buyer, text) ||
      (text.length < 3 ? document.number.startsWith(text.toUpperCase()) : found(document.number, text)) ||
      document.number.startsWith(text) ||
      document.order.startsWith(text.toLowerCase()) ||
      (text === '1,585.50' && document.amount === 158_550) ||
      (text === '3/7/2026' && document.issueDate === '2026-07-03') ||
      [document.id, document.trn, ...document.legs.map(({ uuid: own }) => own)].includes(text),
  ].every(Boolean)
}

function reasonsOf({ status, legs, handledRevision }: Document): readonly string[] {
  const latest = (corner: 'C3' | 'C5') => legs.findLast((leg) => leg.corner === corner && leg.report !== 'W')
  const isRefused = [latest('C3'), latest('C5')].some((leg) => isRefusal(leg?.status) && leg?.isHandled === false)
  return [
    ...(status === 'VALIDATION_FAILED' && handledRevision !== 1 ? ['failed_rules'] : []),
    ...(isRefused ? ['rejected'] : []),
    ...(legs.some((leg) => leg.status === 'STALLED') ? ['stalled'] : []),
    ...(legs.some((leg) => leg.isOverdue) ? ['overdue'] : []),
  ]
}

function randomFilter(random: Random, documents: readonly Document[]): OverviewFilter {
  const sometimes = <Value>(value: () => Value) => (random.below(4) === 0 ? value() : undefined)
  const one = random.of(documents)
  return {
    families: sometimes(() => families.filter(() => random.of([true, false]))) ?? [],
    status: sometimes(() => random.of(overallStatuses)),
    c3Status: sometimes(() => random.of(legStatuses)),
    c5Status: sometimes(() => random.of(legStatuses)),
    needsAttention: random.below(4) === 0,
    isHandled: sometimes(() => random.of([true, false])),
    from: sometimes(() => one.issueDate),
    to: sometimes(() => random.of(documents).issueDate),
    changedSince: sometimes(() => random.below(22)),
    text: sometimes(() =>
      random.of([
        ...['gulf', 'pinv-1', 'PINV', 'ärz', 'Zeta 100%', 'x', 'A', 'ading', '00%_', 'nv-10', '-5', 'po-2026-7'],
        ...['1,585.50', '3/7/2026', one.id, one.trn, one.legs[0]?.uuid ?? 'A'],
      ]),
    ),
    profileId: sometimes(() => one.profileId),
    supplierTrn: sometimes(() => one.trn),
    amountFrom: sometimes(() => random.of([0, 158_550])),
    amountTo: sometimes(() => random.of([10_500, 158_550])),
    sort: sometimes(() => random.of(['creation', 'day', 'change', 'amount', 'number'] as const)),
  }
}

function inOrder(filter: OverviewFilter, documents: readonly Document[]): readonly string[] {
  const key = orderKeyOf(filter)
  const keyOf = (document: Document) =>
    ({
      creation: '',
      day: document.issueDate,
      change: String(document.updatedAt).padStart(3, '0'),
      amount: String((document.amount ?? 0) + 10_000).padStart(9, '0'),
      number: `${document.number} `,
    })[key] + document.id
  return documents
    .filter((document) => matches(filter, document))
    .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
    .map(({ id }) => id)
}

/** Every page from one end of the list to the other. */
async function walk(db: Database, filter: OverviewFilter, isAscending: boolean, size: number, few: number) {
  const ids: string[] = []
  let after: Position | undefined
  for (let pages = 0; pages < 500; pages += 1) {
    const page = await overviewPage(db, { orgId, filter, isAscending, after, size }, few)
    assert.ok(page.found.length <= size)
    ids.push(...page.found.map(({ id }) => id))
    if (page.rest === undefined) return ids
    after = page.rest
  }
  throw new Error('the list does not end')
}

eachDatabase('the overview of documents', (open) => {
  const random = new Random(24)
  const documents = randomDocuments(random, 120)
  let db: Database
  before(async () => {
    db = await open()
    await db.transaction(organisationStatements(orgId))
    await db.query(
      sql(
        `insert into profiles (org_id, profile_id, party, status, version, created_at, updated_at)
         values ($1, 'BP-2', '{}', 'ACTIVE', 1, 0, 0)`,
        orgId,
      ),
    )
    for (const [at, document] of documents.entries()) await db.transaction(rowsOf(document, at + 1))
    await db.transaction(organisationStatements('org-other'))
  })

  test('every filter finds exactly its documents, in order, with pages of any size', async () => {
    for (let round = 0; round < times({ quick: 150, full: 600, long: 5_000 }); round += 1) {
      const filter = randomFilter(random, documents)
      const isAscending = random.of([true, false])
      const expected = inOrder(filter, documents)
      // With a few documents that are many already, other parts of the filter find few.
      const few = random.of([fewMax, 3, 10, 40])
      const found = await walk(db, filter, isAscending, 1 + random.below(40), few)
      assert.deepEqual(found, isAscending ? expected : expected.toReversed(), JSON.stringify({ filter, few }))
    }
  })

  test('a document shows its legs, its findings and why it needs attention', async () => {
    const rows = await overviewRows(
      db,
      orgId,
      documents.map(({ id }) => id),
    )
    assert.deepEqual(
      rows.map(({ id, attention, sellerName }) => ({ id, attention, sellerName })),
      documents.map((document) => ({ id: document.id, attention: reasonsOf(document), sellerName: document.seller })),
    )
    const [first] = rows
    assert.equal(first?.fatalFindings, 1)
    assert.equal(first?.warningFindings, 2)
    for (const [at, { c3, c5 }] of rows.entries()) {
      const legs = documents[at]?.legs ?? []
      assert.equal(c3?.status, legs.find(({ corner }) => corner === 'C3')?.status)
      assert.equal(c5?.status, legs.findLast(({ corner, report }) => corner === 'C5' && report !== 'W')?.status)
    }
  })

  test('the summary counts the documents by status, day and reason', async () => {
    const days = Array.from({ length: 9 }, (_, at) => `2026-07-0${at + 1}`)
    const { byStatus, byDay, byAttention, attention } = await overviewSummary(db, orgId, days)
    const count = (condition: (document: Document) => boolean) => ({
      count: documents.filter(condition).length,
      isCapped: false,
    })
    assert.deepEqual(
      byStatus,
      [...overallStatuses, null].map((status) => ({ status, ...count((document) => document.status === status) })),
    )
    assert.deepEqual(
      byDay,
      days.map((day) => ({ day, ...count(({ issueDate }) => issueDate === day) })),
    )
    assert.deepEqual(
      byAttention,
      ['failed_rules', 'rejected', 'stalled', 'overdue'].map((reason) => ({
        reason,
        ...count((document) => reasonsOf(document).includes(reason)),
      })),
    )
    assert.deepEqual(
      attention,
      count((document) => reasonsOf(document).length > 0),
    )
  })

  test('another organisation sees nothing', async () => {
    const filter = { families: [], needsAttention: false }
    const page = await overviewPage(db, { orgId: 'org-other', filter, isAscending: true, after: undefined, size: 10 })
    assert.deepEqual(page, { found: [], rest: undefined, isPartial: false, isIndexed: true })
    assert.deepEqual(await overviewRows(db, 'org-other', [documents[0]?.id ?? '']), [])
  })

  test('a search that finds too little stops, and its next page continues to the end', async () => {
    const many = 'org-many'
    await db.transaction(organisationStatements(many))
    const hex = db.dialect.name === 'postgres' ? "lpad(to_hex(i), 12, '0')" : "printf('%012x', i)"
    const count = 2 * candidatesMax
    await db.query(
      sql(
        `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version, revision,
           issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name, overall_status, created_at, updated_at)
         with recursive numbers (i) as (select cast(1 as bigint) union all select i + 1 from numbers where i < ${count})
         select cast($1 as text), '01980000-0000-7000-8000-' || ${hex},
           case when i = 1 then 'sales-invoices' else 'purchase-invoices' end, i, 'N-' || i, 'BP-1', 1, '20260101', 1,
           '2026-07-01', 'AED', '1', '0', 'a', 'b', case when i = 1 then 'REJECTED' else 'APPROVED' end, 1, i from numbers`,
        many,
      ),
    )
    // PostgreSQL plans badly for so many new rows until it has counted them.
    if (db.dialect.name === 'postgres') await db.query(sql('analyze documents'))
    // Ordered by the day, so that no index finds the family.
    const filter: OverviewFilter = { families: ['sales-invoices'], needsAttention: false, from: '2026-07-01' }
    const wanted = { orgId: many, filter, isAscending: false, size: 10 }
    const found: string[] = []
    let after: Position | undefined
    let pages = 0
    for (; pages < 5; pages += 1) {
      const page = await overviewPage(db, { ...wanted, after })
      found.push(...page.found.map(({ id }) => id))
      if (page.rest === undefined) break
      assert.equal(page.isPartial, true)
      after = page.rest
    }
    assert.deepEqual(found, ['01980000-0000-7000-8000-000000000001'])
    assert.ok(pages >= 1 && pages <= 3, 'each request looks at a bounded number of documents')
    const { byStatus } = await overviewSummary(db, many, [])
    assert.deepEqual(byStatus[1], { status: 'APPROVED', count: 9_999, isCapped: false })
  })
})
