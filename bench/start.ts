import { setTimeout as sleep } from 'node:timers/promises'
import { RunningService } from '../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { tenants } from '../test/support/service/tenants.ts'
import { figure, median, printTable, residentMbOf } from './measure.ts'
import { places } from './places.ts'
import { type Figures, figuresOf } from './targets.ts'

/**
 * The time from the start of the process until it listens, on a new and on a used database, and its
 * memory at rest and under load.
 */
export async function run(): Promise<Figures> {
  const rows: string[][] = []
  const figures: Figures[] = []
  for (const make of await places()) {
    const place = await make()
    const first = await RunningService.start(place.environment)
    await first.stop()
    const again: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const service = await RunningService.start(place.environment)
      again.push(service.startedInMs)
      await service.stop()
    }
    const store = await place.open()
    const [tenant] = await tenants(store, 1)
    await store.close()
    const service = await RunningService.start({ ...place.environment, RATE_LIMIT_PER_MINUTE: '1000000' })
    await sleep(1000)
    const atRest = residentMbOf(service.pid)
    const body = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: 100 }, () => aLine()) }))
    const headers = { authorization: `Bearer ${tenant?.token}`, 'content-type': 'application/json' }
    const post = () =>
      fetch(`${service.address}/api/purchase-invoices/${tenant?.profileId}`, { method: 'POST', headers, body })
    for (let round = 0; round < 25; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, post))
      for (const answer of answers)
        if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    }
    figures.push(figuresOf(place.name, { startMs: median(again), restMb: atRest }))
    rows.push([
      place.name,
      figure(first.startedInMs),
      figure(median(again)),
      figure(atRest),
      figure(residentMbOf(service.pid)),
    ])
    await service.stop()
    await place.remove()
  }
  printTable(['database', 'first start ms', 'later starts ms', 'MB at rest', 'MB after 500 × 100 lines'], rows)
  return Object.assign({}, ...figures)
}

export function targetFigures(): Promise<Figures> {
  return run()
}
