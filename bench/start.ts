import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPackage } from '../test/support/processes/built-package.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { tenants } from '../test/support/service/tenants.ts'
import { cpuMsOf, figure, median, printTable, residentMbOf } from './measure.ts'
import { places } from './places.ts'

/**
 * The time from the start of the process until it listens, on a new and on a used database, and its
 * memory at rest and under load.
 */
export async function run(): Promise<void> {
  await compareStarts()
  const rows: string[][] = []
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
    const service = await RunningService.start({ ...place.environment, 'TUNING.rate_limit_per_minute': '1000000' })
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
}

/**
 * Starts the clone's sources and the built package in turns, on an SQLite database each. Processor
 * time, until it listens, depends less on what else the machine does.
 */
async function compareStarts(): Promise<void> {
  const built = await buildPackage()
  const kinds = [{ name: 'clone' }, { name: 'package', binary: built.binary }].map((kind) => ({
    ...kind,
    folder: mkdtempSync(join(tmpdir(), 'selfbill-start-')),
    starts: [] as { ms: number; cpuMs: number; restMb: number }[],
  }))
  for (let round = 0; round < 8; round += 1)
    for (const { folder, binary, starts } of kinds) {
      const service = await RunningService.start({ DATA_DIR: folder }, undefined, binary)
      const [ms, cpuMs] = [service.startedInMs, cpuMsOf(service.pid)]
      await sleep(1000)
      starts.push({ ms, cpuMs, restMb: residentMbOf(service.pid) })
      await service.stop()
    }
  built.remove()
  const rows = kinds.map(({ name, folder, starts }) => {
    rmSync(folder, { recursive: true })
    // The first ones make the database, and fill the compile cache.
    const later = starts.slice(2)
    return [
      name,
      figure(median(later.map(({ ms }) => ms))),
      figure(median(later.map(({ cpuMs }) => cpuMs))),
      figure(median(later.map(({ restMb }) => restMb))),
    ]
  })
  printTable(['later starts', 'ready ms', 'processor ms', 'MB at rest'], rows)
}
