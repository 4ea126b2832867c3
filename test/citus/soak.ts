import { setTimeout as delay } from 'node:timers/promises'
import type { FeedEntry } from '../../src/feed/entry.ts'
import { openStore } from '../../src/store/store.ts'
import { eventually } from '../support/eventually.ts'
import { RunningService } from '../support/processes/running-service.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { type StoredTenant, tenants } from '../support/service/tenants.ts'
import type { CitusDatabase, Cluster } from './cluster.ts'
import type { Node } from './node.ts'

/** An organisation whose rows are on a worker; a test may move them to another one. */
export interface Caller extends StoredTenant {
  readonly worker: Node
}

/** The answer to one request of a caller. */
export interface Answered {
  readonly caller: Caller
  /** When the request left, ms since 1970. */
  readonly at: number
  readonly call: 'create' | 'read'
  /** 0: the connection broke. */
  readonly status: number
  readonly hasRetryAfter: boolean
  /** Of a document that a 201 answered. */
  readonly id: string | undefined
}

/**
 * Real instances of the service, and callers of organisations on each worker that create documents
 * and read them over HTTP. The sandbox delivers the documents.
 */
export class Soak {
  /** `nodes`: the node that each instance connects to. */
  static async start(
    cluster: Cluster,
    database: CitusDatabase,
    nodes: readonly Node[],
    { callersOfEach = 2, environment = {} }: SoakOptions = {},
  ) {
    const store = await openStore({ databaseUrl: database.urlAt() }, Date.now())
    const callers: Caller[] = []
    try {
      for (const worker of cluster.workers) {
        for (let count = 0; count < callersOfEach; ) {
          const [tenant] = await tenants(store, 1)
          if (tenant === undefined || (await database.workerOf(tenant.orgId)) !== worker) continue
          callers.push({ ...tenant, worker })
          count += 1
        }
      }
    } finally {
      await store.close()
    }
    const services = await Promise.all(nodes.map((node) => startService(database.urlAt(node), environment)))
    return new Soak(database, callers, services)
  }

  readonly callers: readonly Caller[]
  readonly answers: Answered[] = []
  readonly #database: CitusDatabase
  readonly #services: readonly RunningService[]
  readonly #running: Promise<unknown>
  readonly #body = jsonOf(aPurchaseInvoice())
  #isOver = false

  private constructor(database: CitusDatabase, callers: readonly Caller[], services: readonly RunningService[]) {
    this.#database = database
    this.callers = callers
    this.#services = services
    this.#running = Promise.all(callers.map((caller) => this.#keepCalling(caller)))
  }

  /** Where the first instance listens. */
  get address(): string {
    return this.#services[0]?.address ?? ''
  }

  /** The answers to requests that left after `at`, ms since 1970. */
  since(at: number, belongs: (answered: Answered) => boolean = () => true): readonly Answered[] {
    return this.answers.filter((answered) => answered.at >= at && belongs(answered))
  }

  /** Resolves when each of the callers has got so many more 201. */
  async untilCreated(count: number, callers = this.callers): Promise<void> {
    const from = Date.now()
    await eventually(async () =>
      callers.every(
        (caller) => this.since(from, (one) => one.caller === caller && one.id !== undefined).length >= count,
      ),
    )
  }

  /** A page of a caller's feed, from one of the instances. */
  async eventsOf(caller: Caller, instance: number, query: string): Promise<EventPage> {
    const service = this.#services[instance % this.#services.length]
    const headers = { authorization: `Bearer ${caller.token}` }
    const page: EventPage = JSON.parse(
      await (await fetch(`${service?.address}/api/events?${query}`, { headers })).text(),
    )
    return page
  }

  async stopCalling(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  /** Stops everything. Resolves when all documents are delivered. */
  async end(): Promise<Outcome> {
    await this.stopCalling()
    const created = this.answers.flatMap(({ id }) => id ?? [])
    const waiting = () =>
      this.#database.asSuperuser(
        `select count(*) as waiting from documents where overall_status is distinct from 'APPROVED'`,
      )
    await eventually(async () => Number((await waiting())[0]?.waiting) === 0, 180_000)
    const stored = new Set((await this.#database.asSuperuser('select id from documents')).map(({ id }) => id))
    const [sent] = await this.#database.asSuperuser(
      `select count(*) as all_of_them, count(*) filter (where submissions > 1) as doubled,
         count(*) filter (where received_at is null) as not_received from sandbox_transmissions`,
    )
    return {
      created: created.length,
      stored: stored.size,
      lost: created.filter((id) => !stored.has(id)).length + Number(sent?.not_received),
      doubled: Number(sent?.doubled) + created.length - new Set(created).size,
      isEachSentOnce: Number(sent?.all_of_them) === 2 * stored.size,
    }
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.#running
    await Promise.all(this.#services.map((service) => service.stop()))
  }

  async #keepCalling(caller: Caller): Promise<void> {
    for (let round = 0; !this.#isOver; round += 1) {
      const service = this.#services[round % this.#services.length]
      const path = `${service?.address}/api/purchase-invoices`
      const { id } = await this.#send(caller, 'create', `${path}/${caller.profileId}`, this.#body)
      if (id !== undefined) await this.#send(caller, 'read', `${path}/${id}`)
      await delay(id === undefined ? 200 : 20)
    }
  }

  async #send(caller: Caller, call: Answered['call'], address: string, body?: string): Promise<Answered> {
    const at = Date.now()
    const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' }
    const answered = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body && { body }),
    })
      .then(async (response) => {
        const text = await response.text()
        const id = response.status === 201 ? String(JSON.parse(text).id) : undefined
        return { status: response.status, hasRetryAfter: response.headers.has('retry-after'), id, text }
      })
      .catch((error: unknown) => ({ status: 0, hasRetryAfter: false, id: undefined, text: String(error) }))
    if (![200, 201, 503].includes(answered.status))
      console.log(`${call}: ${answered.status} ${answered.text.slice(0, 500)}`)
    const { status, hasRetryAfter, id } = answered
    const one = { caller, at, call, status, hasRetryAfter, id }
    this.answers.push(one)
    return one
  }
}

interface SoakOptions {
  readonly callersOfEach?: number
  /** More settings of the instances. */
  readonly environment?: Readonly<Record<string, string>>
}

interface EventPage {
  readonly items: readonly FeedEntry[]
  readonly next: string
}

export interface Outcome {
  /** Documents that a 201 answered. */
  readonly created: number
  /** All documents: a create whose answer was lost may have stored one too. */
  readonly stored: number
  readonly lost: number
  readonly doubled: number
  /** Two transmissions for each document, each received at its first submission. */
  readonly isEachSentOnce: boolean
}

export function startService(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningService> {
  return RunningService.start({
    DATABASE_URL: databaseUrl,
    'TUNING.sandbox_delay_ms': '20',
    // A leg that was under way when a node died is taken up again after this time.
    'TUNING.worker_lease_ms': '12000',
    'TUNING.gateway_timeout_ms': '3000',
    'TUNING.rate_limit_per_minute': '1000000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    ...environment,
  })
}
