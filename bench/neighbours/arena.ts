import { setTimeout } from 'node:timers/promises'
import type { Operation } from '../../src/api/operation.ts'
import type { Store } from '../../src/store/store.ts'
import { RunningService } from '../../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { measureStolen, residentMbOf } from '../measure.ts'
import { hasDeliveries, putOffDeliveries } from './deliveries.ts'
import { Caller, type ProbeOrder, type ProbeReport, type StormOrder, type StormReport } from './protocol.ts'
import type { Worst } from './worst.ts'

/** Until V8 has compiled the code of a create, and PostgreSQL has the plans of every connection. */
const warmUpMs = 5_000
const quietMs = 1_500
const pauseMs = 500
/** A service that holds at most this much more than before a storm counts as fresh. */
const leftOverMbMax = 150

/**
 * The share of the processors' time that the host may take from a measurement. A quarter of a second
 * of a long storm is enough to decide its 99th percentile.
 */
export const stolenShareMax = 0.01

/** What the quiet organisation does: 3.5 million documents a day. */
const createsPerSecond = 40

/**
 * Runs storms against a service. The leftovers of a storm, deliveries or memory, must not count
 * against the next one. So a service with leftovers is replaced by a fresh one on the same
 * database, warmed up with creates and probed in quiet.
 */
export class Arena {
  /**
   * The times of creates without a storm, over all services of the run: of times in which the host
   * left the processors to this machine.
   */
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
    const service = await RunningService.start(this.#parts.environment, this.#parts.log)
    this.#service = service
    await this.#probing(service, warmUpMs)
    await this.quiet(quietMs)
    this.#restMb = residentMbOf(service.pid)
    return service
  }

  /**
   * Runs one storm after as long a quiet time in the same service: a long time has pauses of its own,
   * such as collections and checkpoints, which seconds rarely meet.
   */
  async stormAfterQuiet(operation: Operation, forMs: number): Promise<StormEffect> {
    await this.ready()
    const stolen = measureStolen()
    const quietMs = await this.quiet(forMs)
    const effect = await this.stormOnFresh(operation, forMs)
    return { ...effect, quietMs, stolenShare: stolen() }
  }

  /** Probes without a storm. Returns the times of the creates. */
  async quiet(forMs: number): Promise<readonly number[]> {
    const service = await this.ready()
    const stolen = measureStolen()
    const { createsMs } = await this.#probing(service, forMs)
    if (stolen() <= stolenShareMax) this.quietMs.push(...createsMs)
    return createsMs
  }

  async stormOn(service: RunningService, operation: Operation, forMs: number): Promise<StormEffect> {
    let memoryMb = 0
    const stolen = measureStolen()
    const watch = setInterval(() => {
      memoryMb = Math.max(memoryMb, residentMbOf(service.pid))
    }, 50)
    const tokens = this.#parts.loud.map(({ token }) => token)
    const order = { ...this.#parts.worst.call(operation), address: service.address, tokens, forMs }
    const [probed, { statuses }] = await Promise.all([this.#probing(service, forMs), this.#storm.run(order)]).finally(
      () => clearInterval(watch),
    )
    return { ...probed, operation, statuses, memoryMb, stolenShare: stolen() }
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
  /** A file descriptor for the log of the services. */
  readonly log: number
}

/** The effect of one storm on the neighbour. */
export interface StormEffect extends ProbeReport, StormReport {
  readonly operation: Operation
  readonly memoryMb: number
  /** The share of the processors' time that the host took meanwhile, 0 to 1. */
  readonly stolenShare: number
  /** The creates of the quiet time before it. Absent: those of the whole run. */
  readonly quietMs?: readonly number[]
}

/**
 * Both storms of one operation. Only the creates of the later one count: the first chose the
 * operation because its creates were slow, so they would count for what chance did to them.
 */
export function confirmed(first: StormEffect, later: StormEffect): StormEffect {
  const statuses = { ...first.statuses }
  for (const [status, count] of Object.entries(later.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  return {
    ...later,
    statuses,
    healthzMs: [...first.healthzMs, ...later.healthzMs],
    failures: [...first.failures, ...later.failures],
    memoryMb: Math.max(first.memoryMb, later.memoryMb),
  }
}
