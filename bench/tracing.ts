import autocannon from 'autocannon'
import { RunningService } from '../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { cpuMsOf, figure, median, percentile, printTable } from './measure.ts'
import { type Place, places } from './places.ts'

const rounds = 60
const createsOfRound = 200
const createsToWarmUp = 2_000
const body = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: 10 }, () => aLine()) }))

/** The service without a call to OpenTelemetry, as it is without an SDK, and with one that collects every span. */
const modes = [
  { name: 'without the calls', preload: './tracing/without-calls.mjs' },
  { name: 'with the calls, no SDK', preload: undefined },
  { name: 'with an SDK, all sampled', preload: './tracing/with-sdk.mjs' },
] as const

/**
 * What tracing costs a create of ten lines: the processor time of the service, all threads together,
 * for each create over HTTP. Three services run at once and take turns, a moment each, so that a
 * change of the machine meets all of them. Each ratio is within one round.
 */
export async function run(): Promise<void> {
  const rows: string[][] = []
  for (const make of await places()) {
    const subjects: Subject[] = []
    try {
      for (const { preload } of modes) subjects.push(await subjectOn(await make(), preload))
      rows.push(...(await measured(subjects)))
    } finally {
      for (const { service, place } of subjects) {
        await service.stop()
        await place.remove()
      }
    }
  }
  printTable(['database', 'tracing', 'CPU ms/create', 'ratio', 'quarter below', 'quarter above'], rows)
}

interface Subject {
  readonly place: Place
  readonly service: RunningService
  readonly tenant: StoredTenant
  readonly cpuMs: number[]
}

async function subjectOn(place: Place, preload: string | undefined): Promise<Subject> {
  const store = await place.open()
  const [tenant] = await tenants(store, 1)
  await store.close()
  if (tenant === undefined) throw new Error('no tenant')
  const service = await RunningService.start({
    ...place.environment,
    'TUNING.rate_limit_per_minute': '1000000',
    'TUNING.sandbox_delay_ms': '3600000',
    ...(preload !== undefined && { NODE_OPTIONS: `--import ${new URL(preload, import.meta.url).pathname}` }),
  })
  const subject = { place, service, tenant, cpuMs: [] }
  await create(subject, createsToWarmUp)
  return subject
}

async function measured(subjects: readonly Subject[]): Promise<string[][]> {
  for (let round = 0; round < rounds; round += 1) {
    for (const at of subjects.keys()) {
      // Another one begins each round.
      const subject = subjects[(at + round) % subjects.length]
      if (subject === undefined) throw new Error('no subject')
      const before = cpuMsOf(subject.service.pid)
      await create(subject, createsOfRound)
      subject.cpuMs.push((cpuMsOf(subject.service.pid) - before) / createsOfRound)
    }
  }
  const [base] = subjects
  return subjects.map(({ place, cpuMs }, mode) => {
    const ratios = cpuMs.map((one, round) => one / (base?.cpuMs[round] ?? Number.NaN))
    const shares = [percentile(ratios, 50), percentile(ratios, 25), percentile(ratios, 75)]
    return [place.name, modes[mode]?.name ?? '', figure(median(cpuMs)), ...shares.map((share) => share.toFixed(3))]
  })
}

async function create({ service, tenant }: Subject, amount: number): Promise<void> {
  const result = await autocannon({
    url: `${service.address}/api/purchase-invoices/${tenant.profileId}`,
    connections: 8,
    amount,
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
    body,
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
}
