import { errorBody, faultOf, isFailure } from '../../src/api/answer/error-shape.ts'
import { Gate } from '../../src/api/gate/gate.ts'
import { Pass } from '../../src/api/gate/pass.ts'
import { type AnsweringParts, answerRequest } from '../../src/api/http/answer-request.ts'
import { memoryFor } from '../../src/api/http/pass-for.ts'
import type { ServedOperation } from '../../src/api/operation.ts'
import type { Clock } from '../../src/clock/clock.ts'
import { DatabaseClock } from '../../src/clock/database-clock.ts'
import type { Ids } from '../../src/clock/ids.ts'
import { Loop } from '../../src/clock/loop.ts'
import { createExchange, type Exchange } from '../../src/exchange/exchange.ts'
import { unobserved } from '../../src/exchange/observer.ts'
import { defaultPolicy, type WorkerPolicy } from '../../src/exchange/worker/worker.ts'
import { unobserved as unobservedNotices } from '../../src/features/notices/metrics.ts'
import { type NoticeParts, Notices } from '../../src/features/notices/notices.ts'
import { startKeeping } from '../../src/features/retention/keeping.ts'
import { Dispatcher, defaultPolicy as webhookPolicy } from '../../src/features/webhooks/dispatcher.ts'
import { unobserved as unobservedWebhooks } from '../../src/features/webhooks/observer.ts'
import type { PostOrder, PostOutcome } from '../../src/features/webhooks/post.ts'
import { Feed } from '../../src/feed/feed.ts'
import { RecordMaker } from '../../src/record/record-maker.ts'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { startPacking } from '../../src/service/older-texts.ts'
import { noticedCommits } from '../../src/store/database/commits.ts'
import { type Database, isLoss } from '../../src/store/database/database.ts'
import { fairReads } from '../../src/store/database/fair-reads.ts'
import type { Store } from '../../src/store/store.ts'
import { networkIds } from '../support/delivery/deliverables.ts'
import type { AccessPoint } from './access-point.ts'
import type { Machine } from './machine.ts'
import { contentAsMail, type MailServer, MailServerAway } from './mail-server.ts'
import { servedWith } from './operations.ts'
import type { Upgrade } from './upgrade.ts'
import { worldLog } from './world-log.ts'
import { contraction, storeOn } from './world-store.ts'

const rulebookOptions = { gaps: true }
const rulebook = await openRulebook(rulebookOptions)
for (const set of ['self-billing', 'tdd', 'mls'] as const) rulebook.rules(set)
// Loaded on first use in the service: no world may wait for a module.
await Promise.all([import('../../src/exchange/reports/rewrite-report.ts'), import('@selfbill/pint-ae/read-envelope')])

/**
 * The policy of production. Only what would make a world long is different: it looks less often,
 * and waits at most five minutes between attempts.
 */
const policy: WorkerPolicy = { ...defaultPolicy, pollMs: 40_000, backoffLastMs: 300_000, drainMs: 10_000 }

/**
 * An instance of the service on a machine of the world: the code that production runs, built as
 * src/service builds it. What is left out: HTTP and tokens (a request comes as the server would hand
 * it on), threads, retention.
 */
export class Instance {
  readonly machine: Machine
  readonly gate = new Gate({ memoryBytes: 512 * 1024 * 1024 })
  readonly #parts: InstanceParts
  #running: Running | undefined
  /** Requests that came before everything was built wait here. */
  readonly ready: Promise<void>

  constructor(machine: Machine, parts: InstanceParts) {
    this.machine = machine
    this.#parts = parts
    this.ready = this.#start()
  }

  get isRunning(): boolean {
    return this.#running !== undefined && !this.machine.isDead
  }

  async #start(): Promise<void> {
    const { machine } = this
    const { connection, accessPoints, ids, random, post, mail, trouble } = this.#parts
    const database = noticedCommits(fairReads(connection, () => machine.steady()))
    const clock = await this.#openClock(database)
    const store = storeOn(database, this.#parts.upgrade?.isApplied)
    const feed = new Feed(database)
    const onTrouble = (during: string, error: unknown) => trouble(`${machine.name} ${during}`, error)
    const delivery = {
      db: database,
      clock,
      ids,
      random,
      policy,
      observer: unobserved,
      onSettled: (orgId: string) => feed.announce(orgId),
      rulebook,
      ...networkIds,
    }
    const exchange = createExchange({
      ...delivery,
      gateways: accessPoints.map((accessPoint) => accessPoint.gateway(machine)),
      rulebookOptions,
      owner: ids.other(),
      reportWithdrawals: true,
      mlsOverdueMs,
      onTrouble,
      onGateway: () => undefined,
      onNotTaken: () => undefined,
    })
    const dispatcher = new Dispatcher({
      db: database,
      feed,
      clock,
      random,
      owner: ids.other(),
      policy: { ...webhookPolicy, pollMs: 40_000 },
      post,
      open: (sealed) => sealed,
      headers: {},
      observer: unobservedWebhooks,
      compatibility: { serviceWide: undefined, baseUrl: 'https://bills.example' },
      onTrouble,
    })
    const recordMaker = new RecordMaker(rulebook, rulebookOptions, ids, clock, 1, store.textPacking)
    const parts = {
      store,
      recordMaker,
      observer: { documentStored: () => undefined },
      feed,
      ...networkIds,
      delivery: { ...delivery, accessPointForNew: () => exchange.accessPointForNew() },
      accessPointForNew: () => exchange.accessPointForNew(),
      wakeExchange: (orgId?: string) => exchange.wake(orgId),
      onFailure: (error: unknown) => onTrouble('part of a request', error),
      now: () => clock.now(),
      clock,
      sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
      compatibility,
      organisation: async () => undefined,
      forgetOrganisation: () => undefined,
    }
    const notices = mail && this.#notices(mail, { db: database, feed, clock, ids, onTrouble })
    exchange.start()
    dispatcher.start()
    notices?.start()
    const loops = this.#loops({ store, clock, onTrouble })
    const operations = servedWith(parts)
    const answering = { store, now: parts.now }
    this.#running = { exchange, dispatcher, notices, loops, store, feed, operations, answering }
  }

  /** What only some worlds have. */
  #loops({ store, clock, onTrouble }: LoopBasis): readonly Loop[] {
    const { keepingTimes, upgrade } = this.#parts
    const parts = { store, clock, log: worldLog(onTrouble) }
    if (keepingTimes !== undefined) return [startKeeping(parts, keepingTimes)]
    if (upgrade === undefined) return []
    const turn = async () => {
      if (upgrade.isApplied) store.textPacking.look(contraction)
      return lookMs
    }
    const look = new Loop({ clock, turn, everyMs: lookMs, onTrouble: (error) => onTrouble('a look', error) })
    look.start(lookMs)
    return [look, startPacking(parts, packingTimes)]
  }

  #notices(mail: MailServer, { onTrouble, ...parts }: NoticeBasis): Notices {
    return new Notices({
      ...parts,
      owner: parts.ids.other(),
      from: 'bills@example.ae',
      publicUrl: 'https://bills.example',
      digestHour: 8,
      write: async (content) => contentAsMail(content),
      secrets: { open: (text) => text },
      openSession: () => mail.open(this.machine),
      pollMs: 40_000,
      observer: unobservedNotices,
      onTrouble: (during, error) => {
        if (!(error instanceof MailServerAway)) onTrouble(during, error)
      },
    })
  }

  /** As a process that its supervisor starts again until the database answers. */
  async #openClock(database: Database): Promise<DatabaseClock> {
    for (;;) {
      try {
        return await DatabaseClock.open(database, this.machine)
      } catch (error) {
        if (!isLoss(error)) throw error
        await this.machine.sleep(1_000)
      }
    }
  }

  /** Ends like a process that gets a signal. */
  async stop(): Promise<void> {
    const running = this.#running
    if (running === undefined) return
    this.#running = undefined
    running.feed.bell.close()
    const { exchange, dispatcher, notices, loops } = running
    await Promise.all([exchange.stop(), dispatcher.stop(), notices?.stop(), ...loops.map((loop) => loop.stop())])
    await running.store.numbers.giveBackRest().catch(() => undefined)
  }

  /** A status from an access point. */
  async receive(envelope: string): Promise<unknown> {
    if (this.#running === undefined) throw new Error('it does not listen')
    return this.#running.exchange.receive(envelope)
  }

  /** Answers a request as the server would behind token, version and rate. `gone`: its caller has hung up. */
  async answer(
    { operationId, orgId, params, query = {}, body = '', key }: WorldRequest,
    gone: AbortSignal,
  ): Promise<WorldAnswer> {
    const running = this.#running
    const operation = running?.operations.get(operationId)
    if (running === undefined || operation === undefined) throw new Error(`no ${operationId}`)
    const bytes = new TextEncoder().encode(body)
    const isBatch = operation.body.kind === 'ndjson'
    const request = {
      method: operation.method,
      url: `${operation.path}${JSON.stringify([params, query])}`,
      body: bytes,
      headers: {
        ...(body !== '' && { 'content-type': isBatch ? 'application/x-ndjson' : 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ip: '192.0.2.1',
      params,
      query,
    }
    const pass = new Pass(this.gate, orgId, 5)
    gone.addEventListener('abort', () => pass.leave())
    try {
      return await pass.work(async () => {
        await pass.takeMemory(memoryFor(operation, bytes))
        const admission = admissionOf(orgId)
        const answer = await answerRequest(operation, request, admission, running.answering, {
          pass,
          gone: () => gone,
        })
        let text = String(answer.body)
        for await (const piece of answer.stream ?? []) text += typeof piece === 'string' ? piece : decoder.decode(piece)
        return { status: answer.status, text, isReplayed: answer.headers?.['idempotency-replayed'] === 'true' }
      })
    } catch (error) {
      if (isFailure(error)) this.#parts.trouble(`${this.machine.name} ${operationId}`, error)
      const fault = faultOf(error)
      return { status: fault.status, text: errorBody(fault, 'en'), isReplayed: false }
    } finally {
      pass.leave()
    }
  }
}

const decoder = new TextDecoder()

/** How long a status may be missing. */
export const mlsOverdueMs = 25 * 60_000

/** As in production: how often an instance looks for new migrations. */
const lookMs = 10_000
/** In production the first page comes after a minute. */
const packingTimes = { firstMs: 20_000, restMs: 1_000, idleMs: 60_000 }

/** No organisation chooses the mode. */
const compatibility = { serviceWide: undefined, isPossible: false, seal: String, open: String }

function admissionOf(orgId: string) {
  const scopes = new Set(['documents:read', 'documents:write', 'admin'])
  const account = { id: `client of ${orgId}`, orgId, scopes, sessionId: undefined }
  return { account, version: '20260101', hasPhase2: true, compatibility: undefined } as const
}

interface Running {
  readonly exchange: Exchange
  readonly dispatcher: Dispatcher
  readonly notices: Notices | undefined
  readonly loops: readonly Loop[]
  readonly store: Store
  readonly feed: Feed
  readonly operations: ReadonlyMap<string, ServedOperation>
  readonly answering: AnsweringParts
}

export interface InstanceParts {
  readonly connection: Database
  readonly accessPoints: readonly AccessPoint[]
  readonly ids: Ids
  readonly random: () => number
  readonly post: (order: PostOrder) => Promise<PostOutcome>
  /** Undefined: nobody gets e-mails. */
  readonly mail: MailServer | undefined
  /** Undefined: nothing is removed after its retention. */
  readonly keepingTimes: { readonly firstMs: number; readonly everyMs: number } | undefined
  /** Undefined: texts are packed from the beginning. */
  readonly upgrade: Upgrade | undefined
  /** What the service would log as an error. */
  readonly trouble: (during: string, error: unknown) => void
}

type NoticeBasis = Pick<NoticeParts, 'db' | 'feed' | 'clock'> & {
  readonly ids: Ids
  readonly onTrouble: (during: string, error: unknown) => void
}

interface LoopBasis {
  readonly store: Store
  readonly clock: Clock
  readonly onTrouble: (during: string, error: unknown) => void
}

export interface WorldRequest {
  readonly operationId: string
  readonly orgId: string
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
  readonly key?: string
}

export interface WorldAnswer {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
}
