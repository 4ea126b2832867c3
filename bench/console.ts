import { RunningService } from '../test/support/processes/running-service.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { firstByteMs, issueOne, loginLinkOf, pagesOf, signIn } from './console-pages.ts'
import { fillWithDocuments } from './console-rows.ts'
import { figure, percentile, printTable } from './measure.ts'
import { documentIdOf } from './numbered-rows.ts'
import { type Place, places } from './places.ts'

const rounds = 40

/**
 * The API reads behind the console and the first byte of its pages (budget: 30 ms), over HTTP, with
 * a million documents of one organisation (BENCH_DOCUMENTS sets another number). `first ms` is the
 * first answer of its kind: the database plans its statements and reads from the disk.
 */
export async function run(): Promise<void> {
  for (const make of await places()) {
    const place = await make()
    const store = await place.open()
    try {
      const [tenant] = await tenants(store, 1, 'documents:read documents:write admin')
      if (tenant === undefined) throw new Error('no tenant')
      const count = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000)
      const began = performance.now()
      await fillWithDocuments(store, tenant, count, Date.now())
      console.log(`${place.name}: ${count} documents made in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      await measure(place, tenant, count, await loginLinkOf(store, tenant))
    } finally {
      await store.close()
      await place.remove()
    }
  }
}

async function measure(place: Place, tenant: StoredTenant, count: number, link: string): Promise<void> {
  const service = await RunningService.start({ ...place.environment, 'TUNING.rate_limit_per_minute': '1000000' })
  const rows: string[][] = []
  const headers = { authorization: `Bearer ${tenant.token}` }
  const get = async (path: string) => {
    const began = performance.now()
    const response = await fetch(`${service.address}${path}`, { headers })
    const body: { readonly items?: readonly unknown[]; readonly next?: string; readonly is_partial?: true } = Object(
      await response.json(),
    )
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
    return { ms: performance.now() - began, body }
  }
  const row = async (what: string, path: string) => {
    const samples: number[] = []
    const { ms: first, body } = await get(path)
    for (let round = 0; round < rounds; round += 1) samples.push((await get(path)).ms)
    const found = body.items === undefined ? '' : `${body.items.length}${body.is_partial ? ', partial' : ''}`
    rows.push([what, ...[50, 95].map((percent) => figure(percentile(samples, percent))), figure(first), found])
  }
  const list = (query: string) => `/api/documents?limit=25&${query}`
  try {
    await row('newest', list(''))
    await row('oldest', list('order=oldest'))
    const { body } = await get(list('order=oldest'))
    await row('second page', list(`order=oldest&cursor=${body.next}`))
    await row('attention', list('attention=true'))
    await row('attention, of a rare family', list('attention=true&family=sales-credit-notes'))
    for (const status of ['APPROVED', 'PENDING', 'REJECTED', 'VALIDATION_FAILED']) {
      await row(`status ${status}`, list(`status=${status}`))
    }
    for (const status of ['APPROVED', 'STALLED', 'SENDING'])
      await row(`c3_status ${status}`, list(`c3_status=${status}`))
    await row('c3 and c5 status', list('c3_status=STALLED&c5_status=APPROVED'))
    await row('status and c5 status, never together', list('status=APPROVED&c5_status=SUBMITTED'))
    await row('two families', list('family=sales-invoices,sales-credit-notes'))
    await row('rare family', list('family=sales-credit-notes'))
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    await row('a week, 200 days ago', list(`from=${day(207)}&to=${day(200)}`))
    await row('a week, and nothing matches', list(`from=${day(207)}&to=${day(200)}&c3_status=SENDING`))
    await row('changed in the last hour', list(`changed_since=${Date.now() - 3_600_000}`))
    await row('text: number', list(`text=PINV-${Math.floor(count / 2)}`))
    await row('text: start of all numbers', list('text=PINV'))
    await row('text: rare name', list('text=rare'))
    await row('text: common name', list('text=gulf'))
    await row('text: name of a thousandth', list('text=supplier%20771'))
    await row('text: nothing', list('text=zzz'))
    await row('text: common name, and nothing matches', list('text=gulf&status=PENDING&family=sales-credit-notes'))
    await row('text: id', list(`text=${documentIdOf(Math.floor(count / 3))}`))
    await row('text: own TRN', list('text=100876543200003'))
    await row('100 of them', '/api/documents?limit=100')
    await row('summary', '/api/documents/summary')
    await row('summary, without days', '/api/documents/summary?days=0')
    rows.push(...(await pageRows(service.address, tenant, link)))
    printTable(['GET /api/documents, and pages', 'p50 ms', 'p95 ms', 'first ms', 'found'], rows)
  } finally {
    await service.stop()
  }
}

/** A row for each page; a person who is signed in opens it. */
async function pageRows(address: string, tenant: StoredTenant, link: string): Promise<string[][]> {
  const rows: string[][] = []
  const cookie = await signIn(address, link)
  for (const [what, path] of pagesOf(await issueOne(address, tenant))) {
    const first = await firstByteMs(address + path, cookie)
    const samples: number[] = []
    for (let round = 0; round < rounds; round += 1) samples.push(await firstByteMs(address + path, cookie))
    rows.push([what, ...[50, 95].map((percent) => figure(percentile(samples, percent))), figure(first), ''])
  }
  return rows
}
