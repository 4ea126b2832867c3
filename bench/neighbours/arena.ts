import { setTimeout } from 'node:timers/promises'
import type { Operation } from '../../src/api/operation.ts'
import type { Store } from '../../src/store/store.ts'
import { RunningService } from '../../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { residentMbOf } from '../create.ts'
import { hasDeliveries, putOffDeliveries } from './deliveries.ts'
import { Caller, type ProbeOrder, type ProbeReport, type StormOrder, type StormReport } from './protocol.ts'
import type { Worst } from './worst.ts'

const warmUpMs = 1_500
const quietMs = 1_500
const pauseMs = 500
/** What a service may hold more than before a storm and still count as one that suffered none. */
const leftOverMbMax = 150

/**
 * Where the two organisations meet. What a storm leaves behind, deliveries or memory, is not
 * counted against the next one: the service is then replaced by a fresh one over the same database,
 * warmed up with creates and probed in quiet.
 */
export class Arena {
  /** How long creates took while nobody stormed, over all services of the run. */
  readonly quietMs: number[] = []
  readonly #parts: ArenaParts
  readonly #probe = new Caller<ProbeOrder, ProbeReport>('./probe.ts')
  readonly #storm = new Caller<StormOrder, StormReport>('./storm.ts')
  readonly #body = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: 10 }, () => aLine()) }))
  #service: RunningService | undefined
  #restMb = 0

  constructor(parts: ArenaParts) {
    this.#parts = parts
  }

  /** One storm, in a service that shows nothing of those before. */
  async suffer(operation: Operation, forMs: number): Promise<Suffering> {
    const service = await this.ready()
    const suffering = await this.stormOn(service, operation, forMs)
    await setTimeout(pauseMs)
    const isSpent =
      residentMbOf(service.pid) > this.#restMb + leftOverMbMax ||
      (await hasDeliveries(this.#parts.store, this.#parts.loud[0].orgId))
    if (isSpent) await this.clear()
    return suffering
  }

  /** A service that is warm and at rest; a fresh one unless there is one already. */
  async ready(): Promise<RunningService> {
    if (this.#service !== undefined) return this.#service
    const service = await RunningService.start(this.#parts.environment, this.#parts.log)
    this.#service = service
    await this.#probing(service, warmUpMs)
    await this.quiet(quietMs)
    this.#restMb = residentMbOf(service.pid)
    return service
  }

  /** Probes without a storm. */
  async quiet(forMs: number): Promise<void> {
    const service = this.#service ?? (await this.ready())
    this.quietMs.push(...(await this.#probing(service, forMs)).createsMs)
  }

  async stormOn(service: RunningService, operation: Operation, forMs: number): Promise<Suffering> {
    let memoryMb = 0
    const watch = setInterval(() => {
      memoryMb = Math.max(memoryMb, residentMbOf(service.pid))
    }, 50)
    const tokens = this.#parts.loud.map(({ token }) => token)
    const order = { ...this.#parts.worst.call(operation), address: service.address, tokens, forMs }
    const [probed, { statuses }] = await Promise.all([this.#probing(service, forMs), this.#storm.run(order)]).finally(
      () => clearInterval(watch),
    )
    return { ...probed, operation, statuses, memoryMb }
  }

  /** Stops the service and puts off what it has not delivered. */
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
    return this.#probe.run({ address, path, tokens: quiet.map(({ token }) => token), body: this.#body, forMs })
  }
}

/** The accounts of an organisation. */
export type Accounts = readonly [StoredTenant, ...StoredTenant[]]

export interface ArenaParts {
  readonly store: Store
  readonly environment: Readonly<Record<string, string>>
  readonly quiet: Accounts
  readonly loud: Accounts
  readonly worst: Worst
  /** A file descriptor for what the services log. */
  readonly log: number
}

/** What one storm did to the neighbour. */
export interface Suffering extends ProbeReport, StormReport {
  readonly operation: Operation
  readonly memoryMb: number
}
