import type { Clock } from '../../../clock/clock.ts'
import { integer, integerOrNull, onlyRow, optionalInteger, text } from '../../../store/database/columns.ts'
import { type Database, type Row, sql } from '../../../store/database/database.ts'
import { jsonRows } from '../../../store/database/json-rows.ts'
import { claimText, type Queue } from '../../../store/queue.ts'
import { Batches } from '../../batches.ts'

/**
 * The sandbox's memory: transmissions it received and verdicts it will send. It is stored in the
 * database apart from the service's own rows, so that a service killed after a submit finds a
 * network that remembers it.
 */
export class Ledger {
  readonly #db: Database
  readonly #arrivals: Batches<Arrival, Arrived>
  readonly #questions: Batches<Question, Known>

  constructor(db: Database, gatherMs: number, clock: Clock) {
    this.#db = db
    this.#arrivals = new Batches({
      work: (arrivals) => this.#receiveAll(arrivals),
      clock,
      gatherMs,
      keyOf: ({ transmissionUuid }) => transmissionUuid,
    })
    this.#questions = new Batches({
      work: (questions) => askAll(db, questions),
      clock,
      gatherMs,
      keyOf: ({ transmissionUuid }) => transmissionUuid,
    })
  }

  /**
   * Records a submit. The first `failures` submits of a transmission fail; the first content is the
   * one that counts. Undefined if the submit began before `ask` reported the transmission absent:
   * then it never arrives.
   */
  async receive(arrival: Arrival): Promise<Received | undefined> {
    return (await this.#arrivals.add(arrival)).received
  }

  async #receiveAll(arrivals: readonly Arrival[]): Promise<readonly Arrived[]> {
    const firsts = await insertFirsts(this.#db, arrivals)
    const others = arrivals.filter(({ transmissionUuid }) => !firsts.has(transmissionUuid))
    const known = others.length === 0 ? firsts : await updateKnown(this.#db, others)
    return arrivals.map(({ transmissionUuid }) => ({
      received: firsts.get(transmissionUuid) ?? known.get(transmissionUuid),
    }))
  }

  /**
   * What is known about a transmission. If it is not here, the same statement records it as absent,
   * so that a concurrent submit is either found or never arrives. The caller may therefore send it
   * again immediately.
   */
  ask(transmissionUuid: string, now: number): Promise<Known> {
    return this.#questions.add({ transmissionUuid, now })
  }

  /** Schedules the first verdict on a received transmission, unless one is scheduled already. */
  async scheduleVerdict(transmissionUuid: string, dueAt: number): Promise<void> {
    await this.#db.query(
      sql(
        `update sandbox_transmissions set verdict_due_at = $1
         where transmission_uuid = $2 and verdicts_sent = 0 and verdict_due_at is null and received_at is not null`,
        dueAt,
        transmissionUuid,
      ),
    )
  }

  /** The due verdicts, oldest first. Each is due again at `againAt` unless it is marked as sent. */
  async takeDue(now: number, limit: number, againAt: number): Promise<readonly DueVerdict[]> {
    const statement = sql(
      claimText(verdictQueue, this.#db.dialect, {
        now: '$1',
        limit,
        set: 'verdict_due_at = $2, in_hand = 1',
        returning: 'transmission_uuid, script, sender_id, receiver_id, verdicts_sent',
      }),
      now,
      againAt,
    )
    // Few are due, but a third of all are before a time that PostgreSQL does not know.
    return (await this.#db.query({ ...statement, isPlannedByValues: true })).map(due)
  }

  /** When the next verdict is due; undefined if no verdict is scheduled. */
  async nextDueAt(): Promise<number | undefined> {
    const rows = await this.#db.query(
      sql('select min(verdict_due_at) as due_at from sandbox_transmissions where verdict_due_at is not null'),
    )
    return optionalInteger(onlyRow(rows), 'due_at')
  }

  async markSent(sent: readonly SentVerdict[]): Promise<void> {
    const statement = sql(
      `update sandbox_transmissions set verdicts_sent = new_verdicts_sent, verdict_due_at = new_next_due_at, in_hand = 0
       from ${rowsOf(this.#db, 'transmissionUuid', 'verdictsSent', 'nextDueAt')}
       where transmission_uuid = new_transmission_uuid`,
      JSON.stringify(sent),
    )
    await this.#db.query(statement)
  }
}

/** A claim has no lease: its verdict is due again soon, unless it is marked as sent. */
const verdictQueue: Queue = {
  table: 'sandbox_transmissions',
  within: 'no organisation',
  key: 'transmission_uuid',
  due: 'verdict_due_at',
}

function arrivalRows(db: Database): string {
  return rowsOf(
    db,
    ...(['transmissionUuid', 'script', 'senderId', 'receiverId', 'contentDigest'] as const),
    ...(['failures', 'began', 'now', 'verdictDueAt'] as const),
  )
}

function rowsOf({ dialect }: Database, ...members: readonly (keyof typeof types)[]): string {
  return jsonRows(dialect, 'new', Object.fromEntries(members.map((member) => [member, types[member]])))
}

const types = {
  transmissionUuid: 'text',
  script: 'text',
  senderId: 'text',
  receiverId: 'text',
  contentDigest: 'text',
  failures: 'bigint',
  began: 'bigint',
  now: 'bigint',
  verdictDueAt: 'bigint',
  verdictsSent: 'bigint',
  nextDueAt: 'bigint',
} as const

type ByUuid = ReadonlyMap<string, Received>

/** Records the submits of transmissions that are not in the ledger yet, and returns only those. */
async function insertFirsts(db: Database, arrivals: readonly Arrival[]): Promise<ByUuid> {
  const isReceived = '1 > new_failures'
  const rows = await db.query(
    sql(
      `insert into sandbox_transmissions (transmission_uuid, script, sender_id, receiver_id, content_digest,
         submissions, received_at, verdicts_sent, verdict_due_at)
       select new_transmission_uuid, new_script, new_sender_id, new_receiver_id, new_content_digest, 1,
         case when ${isReceived} then new_now end, 0, case when ${isReceived} then new_verdict_due_at end
       from ${arrivalRows(db)} where true on conflict do nothing
       returning transmission_uuid, submissions, content_digest, received_at`,
      JSON.stringify(arrivals),
    ),
  )
  return receivedIn(rows, arrivals)
}

/** Records the submits of known transmissions, except those that began before `ask`. */
async function updateKnown(db: Database, arrivals: readonly Arrival[]): Promise<ByUuid> {
  const first = (column: string) => `${column} = case when submissions = 0 then new_${column} else ${column} end`
  const isFirstReceived = 'received_at is null and submissions + 1 > new_failures'
  const statement = sql(
    `update sandbox_transmissions set
       ${first('script')}, ${first('sender_id')}, ${first('receiver_id')}, ${first('content_digest')},
       submissions = submissions + 1,
       received_at = case when ${isFirstReceived} then new_now else received_at end,
       verdict_due_at = case when ${isFirstReceived} then new_verdict_due_at else verdict_due_at end
     from ${arrivalRows(db)} where transmission_uuid = new_transmission_uuid
       and (absent_at is null or absent_at <= new_began)
     returning transmission_uuid, submissions, content_digest, received_at`,
    JSON.stringify(arrivals),
  )
  return receivedIn(await db.query(statement), arrivals)
}

function receivedIn(rows: readonly Row[], arrivals: readonly Arrival[]): ByUuid {
  const digests = new Map(arrivals.map(({ transmissionUuid, contentDigest }) => [transmissionUuid, contentDigest]))
  return new Map(
    rows.map((row) => {
      const uuid = text(row, 'transmission_uuid')
      return [
        uuid,
        {
          submissions: integer(row, 'submissions'),
          isReceived: integerOrNull(row, 'received_at') !== null,
          isSameContent: text(row, 'content_digest') === digests.get(uuid),
        },
      ]
    }),
  )
}

async function askAll(db: Database, questions: readonly Question[]): Promise<readonly Known[]> {
  const rows = await db.query(
    sql(
      `insert into sandbox_transmissions as known (transmission_uuid, script, sender_id, receiver_id, content_digest,
         submissions, verdicts_sent, absent_at)
       select new_transmission_uuid, '', '', '', '', 0, 0, new_now
       from ${rowsOf(db, 'transmissionUuid', 'now')} where true on conflict (transmission_uuid) do update set
         absent_at = case when known.received_at is null then excluded.absent_at else known.absent_at end
       returning transmission_uuid, script, received_at`,
      JSON.stringify(questions),
    ),
  )
  const known = new Map(
    rows.map((row) => [
      text(row, 'transmission_uuid'),
      { script: text(row, 'script'), isReceived: integerOrNull(row, 'received_at') !== null },
    ]),
  )
  return questions.flatMap(({ transmissionUuid }) => known.get(transmissionUuid) ?? [])
}

interface Question {
  readonly transmissionUuid: string
  readonly now: number
}

interface Arrived {
  /** Undefined: see `receive`. */
  readonly received: Received | undefined
}

interface Known {
  /** Empty if the transmission never arrived. */
  readonly script: string
  readonly isReceived: boolean
}

export interface Arrival {
  readonly transmissionUuid: string
  readonly script: string
  readonly senderId: string
  readonly receiverId: string
  readonly contentDigest: string
  readonly failures: number
  /** When its submit began, ms since 1970. */
  readonly began: number
  readonly now: number
  /** Null: no verdict is scheduled. */
  readonly verdictDueAt: number | null
}

export interface Received {
  readonly submissions: number
  readonly isReceived: boolean
  readonly isSameContent: boolean
}

export interface DueVerdict {
  readonly transmissionUuid: string
  readonly script: string
  readonly senderId: string
  readonly receiverId: string
  readonly verdictsSent: number
}

export interface SentVerdict {
  readonly transmissionUuid: string
  readonly verdictsSent: number
  readonly nextDueAt: number | null
}

function due(row: Row): DueVerdict {
  return {
    transmissionUuid: text(row, 'transmission_uuid'),
    script: text(row, 'script'),
    senderId: text(row, 'sender_id'),
    receiverId: text(row, 'receiver_id'),
    verdictsSent: integer(row, 'verdicts_sent'),
  }
}
