import { setTimeout } from 'node:timers/promises'
import type { Operation } from '../../src/api/operation.ts'
import type { Store } from '../../src/store/store.ts'
import { RunningService } from '../../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { residentMbOf } from '../measure.ts'
import { readMainThread, watched } from '../stalls/main-thread.ts'
import { hasDeliveries, putOffDeliveries } from './deliveries.ts'
import { Caller, type ProbeOrder, type ProbeReport, type StormOrder, type StormReport } from './protocol.ts'
import type { Worst } from './worst.ts'

/** Until V8 has compiled the code of a create, and PostgreSQL has the plans of every connection. */
const warmUpMs = 5_000
const pauseMs = 500
/** A service that holds at most this much more than before a storm counts as fresh. */
const leftOverMbMax = 150

/** What the quiet organisation does: 3.5 million documents a day. */
const createsPerSecond = 40

/**
 * Runs storms against a service. The leftovers of a storm, deliveries or memory, must not count
 * against the next one. So a service with leftovers is replaced by a fresh one on the same
 * database, warmed up with creates.
 */
export class Arena {
  readonly #parts: ArenaParts
  readonly #probe = new Caller<ProbeOrder, ProbeReport>('./probe.ts')
  readonly #storm = new Caller<StormOrder, StormReport>('./storm.ts')
  readonly #body = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: 10 }, () => aLine()) }))
  #service: RunningService | undefined
  #restMb = 0

  constructor(parts: ArenaParts) {
    this.#parts = parts
  }

  /** Runs one storm in a service without leftovers of earlier storms. */
  async stormOnFresh(operation: Operation, forMs: number): Promise<StormEffect> {
    const service = await this.ready()
    const effect = await this.stormOn(service, operation, forMs)
    await setTimeout(pauseMs)
    const hasLeftovers =
      residentMbOf(service.pid) > this.#restMb + leftOverMbMax ||
      (await hasDeliveries(this.#parts.store, this.#parts.loud[0].orgId))
    if (hasLeftovers) await this.clear()
    return effect
  }

  /** A warm service at rest. Starts a fresh one unless such a service is running. */
  async ready(): Promise<RunningService> {
    if (this.#service !== undefined) return this.#service
    const environment = { ...this.#parts.environment, ...watched(this.#parts.socket) }
    const service = await RunningService.start(environment, this.#parts.log)
    this.#service = service
    await this.#probing(service, warmUpMs)
    this.#restMb = residentMbOf(service.pid)
    return service
  }

  async stormOn(service: RunningService, operation: Operation, forMs: number): Promise<StormEffect> {
    let memoryMb = 0
    await readMainThread(this.#parts.socket)
    const watch = setInterval(() => {
      memoryMb = Math.max(memoryMb, residentMbOf(service.pid))
    }, 50)
    const tokens = this.#parts.loud.map(({ token }) => token)
    const order = { ...this.#parts.worst.call(operation), address: service.address, tokens, forMs }
    const [probed, { statuses }] = await Promise.all([this.#probing(service, forMs), this.#storm.run(order)]).finally(
      () => clearInterval(watch),
    )
    const { cpuMs: longestMs } = await readMainThread(this.#parts.socket)
    return { ...probed, operation, statuses, longestMs, memoryMb }
  }

  /** Stops the service and postpones its undelivered documents. */
  async clear(): Promise<void> {
    await this.#service?.stop()
    this.#service = undefined
    await putOffDeliveries(this.#parts.store)
  }

  async close(): Promise<void> {
    this.#probe.stop()
    this.#storm.stop()
    await this.#service?.stop()
  }

  #probing({ address }: RunningService, forMs: number): Promise<ProbeReport> {
    const { quiet } = this.#parts
    const path = `/api/purchase-invoices/${quiet[0].profileId}`
    const tokens = quiet.map(({ token }) => token)
    return this.#probe.run({ address, path, tokens, body: this.#body, createsPerSecond, forMs })
  }
}

export type Accounts = readonly [StoredTenant, ...StoredTenant[]]

export interface ArenaParts {
  readonly store: Store
  readonly environment: Readonly<Record<string, string>>
  readonly quiet: Accounts
  readonly loud: Accounts
  readonly worst: Worst
  /** Where a service answers with the work of its main thread. */
  readonly socket: string
  /** A file descriptor for the log of the services. */
  readonly log: number
}

/** What one storm did to the service, and to the neighbour. */
export interface StormEffect extends ProbeReport, StormReport {
  readonly operation: Operation
  /** Processor time of the main thread's longest section: everybody else waited that long. */
  readonly longestMs: number
  readonly memoryMb: number
}
