import type { Store } from '../src/store/store.ts'
import { sql } from '../test/support/databases/any-row.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { figure, percentile, printTable } from './measure.ts'
import { documentIdOf, numbered, numberedDocumentId, rowsMax } from './numbered-rows.ts'
import { type Place, places } from './places.ts'

const rounds = 60

/**
 * Lists and reads over HTTP. One organisation has a million documents on PostgreSQL, a hundred
 * thousand on the embedded database; BENCH_DOCUMENTS sets another number for both. Measures the
 * first page, each filter with a rare, a common and a long unused value, and pages with `before`
 * from the newest to the oldest document. The database itself makes the rows, with short texts: the
 * bench measures how rows are found.
 */
export async function run(): Promise<void> {
  for (const make of await places()) {
    const place = await make()
    const store = await place.open()
    try {
      const [tenant] = await tenants(store, 1)
      if (tenant === undefined) throw new Error('no tenant')
      const count = Number(process.env.BENCH_DOCUMENTS ?? (place.name === 'PostgreSQL' ? 1_000_000 : 100_000))
      const began = performance.now()
      await fill(store, tenant, count)
      console.log(`${place.name}: ${count} documents made in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      await measure(place, tenant, count)
    } finally {
      await store.close()
      await place.remove()
    }
  }
}

async function measure(place: Place, tenant: StoredTenant, count: number): Promise<void> {
  const service = await RunningService.start({ ...place.environment, 'TUNING.rate_limit_per_minute': '1000000' })
  const rows: string[][] = []
  const get = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${tenant.token}` }
    const began = performance.now()
    const response = await fetch(`${service.address}/api/purchase-invoices${path}`, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return performance.now() - began
  }
  const row = async (what: string, pathOf: (round: number) => string) => {
    const samples: number[] = []
    for (let round = 0; round < rounds; round += 1) samples.push(await get(pathOf(round)))
    // The percentiles leave out the first five calls: the database plans and reads from the disk.
    rows.push([
      what,
      ...[50, 95].map((percent) => figure(percentile(samples.slice(5), percent))),
      figure(samples[0] ?? 0),
    ])
  }
  try {
    const at = (share: number) => documentIdOf(Math.max(1, Math.floor(count * share)))
    await row('retrieve', (round) => `/${at(round / rounds)}`)
    await row('first page', () => '')
    for (const share of [0.99, 0.5, 0.01])
      await row(`before, ${100 - share * 100} % deep`, () => `?before=${at(share)}`)
    await row('page, 50 % deep', () => `?page=${Math.floor(count / 20)}`)
    await row('document_number', (round) => `?document_number=N-${round * 1000 + 1}`)
    await row('billed_by_name, common', () => '?billed_by_name=gulf')
    await row('billed_by_name, rare', () => '?billed_by_name=rare')
    await row('billed_by_name, long out of use', () => '?billed_by_name=former')
    await row('billed_by_name, one letter', () => '?billed_by_name=s')
    await row('billed_by_name, 50 % deep', () => `?billed_by_name=gulf&before=${at(0.5)}`)
    await row('billed_to_name, all', () => '?billed_to_name=harbour')
    await row('billed_by_vat', () => '?billed_by_vat=100000000000003')
    await row('billed_by_vat, 50 % deep', () => `?billed_by_vat=100000000000003&before=${at(0.5)}`)
    await row('status, rare', () => '?status=REJECTED')
    await row('status, common, 50 % deep', () => `?status=APPROVED&before=${at(0.5)}`)
    await row('document_date', (round) => `?document_date=${dateOf(round * 10)}`)
    await row('status and name, both common', () => '?status=APPROVED&billed_by_name=gulf')
    await row('status rare, name common', () => '?status=REJECTED&billed_by_name=gulf')
    printTable(['GET purchase-invoices', 'p50 ms', 'p95 ms', 'first ms'], rows)
  } finally {
    await service.stop()
  }
}

function dateOf(day: number): string {
  return new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
}

/**
 * A third of the documents belong to one supplier, ten to a rare one, a twentieth to a supplier
 * that is no longer used, and the rest to a thousand others. One in a thousand is rejected. They
 * span a thousand days.
 */
async function fill({ database }: Store, { orgId, profileId }: StoredTenant, count: number): Promise<void> {
  const isPostgres = database.dialect.name === 'postgres'
  const date = isPostgres
    ? "to_char(date '2024-01-01' + cast(i % 1000 as integer), 'YYYY-MM-DD')"
    : "date('2024-01-01', '+' || (i % 1000) || ' days')"
  const name = `case when i % 3 = 0 then 'gulf metals trading llc' when i % ${Math.ceil(count / 10)} = 1 then 'rare earths llc'
    when i < ${Math.floor(count / 20)} then 'former supplier llc' else 'supplier ' || (i % 1000) end`
  const id = numberedDocumentId(database)
  for (let from = 1; from <= count; from += rowsMax) {
    const numbers = numbered(from, Math.min(count, from + rowsMax - 1))
    await database.transaction([
      sql(
        `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version, revision,
           issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_by_vat, billed_to_name, billed_to_vat,
           overall_status, created_at, updated_at)
         ${numbers} select cast($1 as text), ${id}, 'purchase-invoices', i, 'N-' || i, cast($2 as text), 1, '20260101', 1,
           ${date}, 'AED', '105.00', '5.00', ${name},
           case when i % 3 = 0 then '100000000000003' else '1000000' || (10000 + i % 1000) || '003' end,
           'harbour manufacturing llc', '100876543200003',
           case when i % 1000 = 7 then 'REJECTED' else 'APPROVED' end, 1700000000000 + i, 1700000000000 + i from numbers`,
        orgId,
        profileId,
      ),
      sql(
        `insert into revisions (org_id, document_id, revision, answer, ubl, findings, created_at)
         ${numbers} select cast($1 as text), ${id}, 1,
           '{"document_number":"N-' || i || '","document_currency_code":"AED","totals":{"payable_amount":105.00}}',
           '<Invoice/>', '[]', 1700000000000 + i from numbers`,
        orgId,
      ),
    ])
  }
  await database.transaction([
    sql('insert into sequences (org_id, family, last) values ($1, $2, $3)', orgId, 'purchase-invoices', count),
    sql('analyze'),
  ])
}
