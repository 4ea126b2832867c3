import type { AccessPoint } from './access-point.ts'
import type { Callers } from './callers.ts'
import type { Checks } from './checks.ts'
import type { WorldDatabase } from './database.ts'
import type { Instance } from './instance.ts'
import { isReport } from './leg-checks.ts'
import type { Scheduler } from './scheduler.ts'

/** What is still under way when the faults are over. */
export class Rest {
  readonly #parts: RestParts
  /** Stalled legs that the operator has retried. */
  readonly #triedOnce = new Set<string>()

  constructor(parts: RestParts) {
    this.#parts = parts
  }

  /** Undefined when nothing is left to do. */
  left(): string | undefined {
    const { callers, instances, scheduler, checks } = this.#parts
    if (callers.underWay > 0) return `${callers.underWay} calls`
    const still = instances().find(({ machine }) => !machine.isDead && machine.pausedUntil > scheduler.now)
    if (still !== undefined) return `${still.machine.name}, which stands still`
    return this.#leftOfLegs() ?? this.#leftOnTheNetwork() ?? this.#leftToTell() ?? checks.leftToDo()
  }

  #leftOfLegs(): string | undefined {
    const [leg] = this.#parts.database.rows(
      `select transmission_uuid, status, report, in_doubt, attempts, next_attempt_at, lease_until from legs
       where next_attempt_at is not null or lease_until is not null or status in ('SENDING', 'RETRYING') limit 1`,
    )
    if (leg !== undefined) return `the leg ${JSON.stringify(leg)}`
    const [withdrawal] = this.#parts.database.rows(
      `select transmission_uuid from legs w where report = 'W' and status = 'PENDING' and not exists (
         select 1 from legs l where l.org_id = w.org_id and l.document_id = w.document_id and l.revision = w.revision
           and ${isReport} and l.status in ('SUBMITTED', 'STALLED')) limit 1`,
    )
    if (withdrawal !== undefined) return `the withdrawal ${withdrawal.transmission_uuid}`
    const [waiting] = this.#parts.database.rows('select transmission_uuid from waiting_statuses limit 1')
    return waiting && `the waiting status of ${waiting.transmission_uuid}`
  }

  #leftOnTheNetwork(): string | undefined {
    const unsaid = this.#parts.accessPoints.flatMap(({ taken }) => [...taken.values()])
    const status = unsaid.find(
      ({ isDelivered = false, says, saidAt }) => isDelivered && says !== undefined && saidAt === undefined,
    )
    if (status !== undefined) return `the status of ${status.uuid}`
    const underway = unsaid.find(({ record }) => record === undefined || record.kind === 'underway')
    return underway && `the record of ${underway.uuid}`
  }

  #leftToTell(): string | undefined {
    const { database } = this.#parts
    const [delivery] = database.rows(
      'select event_id from webhook_deliveries where next_attempt_at is not null or lease_until is not null limit 1',
    )
    if (delivery !== undefined) return `the webhook of ${delivery.event_id}`
    const [entry] = database.rows('select id from entries where revision is not null and feed_position is null limit 1')
    return entry && `the entry ${entry.id} of the feed`
  }

  /** The administrators switch on the webhooks whose target said that it is gone. */
  switchWebhooksOn(): void {
    this.#parts.database.rows(
      `update webhooks set is_active = 1, disabled_reason = null, disabled_at = null, failing_since = null
       where is_active = 0 returning id`,
    )
  }

  /** The operator retries what stalled; only once what the access point has given up. */
  retryStalled(): void {
    const { callers, accessPoints, database } = this.#parts
    if (callers.underWay > 0) return
    const givenUp = new Set(
      accessPoints.flatMap(({ taken }) => [...taken.values()]).flatMap((each) => (each.isGivenUp ? [each.uuid] : [])),
    )
    for (const row of database.rows("select org_id, transmission_uuid from legs where status = 'STALLED'")) {
      const uuid = String(row.transmission_uuid)
      if (givenUp.has(uuid) && this.#triedOnce.has(uuid)) continue
      this.#triedOnce.add(uuid)
      callers.beginRetry(String(row.org_id), uuid)
    }
  }
}

export interface RestParts {
  readonly scheduler: Scheduler
  readonly database: WorldDatabase
  readonly accessPoints: readonly AccessPoint[]
  readonly callers: Callers
  readonly checks: Checks
  readonly instances: () => readonly Instance[]
}
