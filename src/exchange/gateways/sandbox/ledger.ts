import { integer, integerOrNull, onlyRow, optionalInteger, text } from '../../../store/database/columns.ts'
import { type Database, type Row, sql } from '../../../store/database/database.ts'

/**
 * The sandbox's memory: transmissions it received and verdicts it will send. It is stored in the
 * database apart from the service's own rows, so that a service killed after a submit finds a
 * network that remembers it.
 */
export class Ledger {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Records a submit. The first `failures` submits of a transmission fail; the first content is the
   * one that counts. Undefined if the submit began before `ask` reported the transmission absent:
   * then it never arrives.
   */
  async receive(arrival: Arrival): Promise<Received | undefined> {
    const now = 'cast($7 as bigint)'
    const dueAt = 'cast($8 as bigint)'
    const isFirstReceived = 'known.received_at is null and known.submissions + 1 > $6'
    const first = (column: string) =>
      `${column} = case known.submissions when 0 then excluded.${column} else known.${column} end`
    const [row] = await this.#db.query(
      sql(
        `insert into sandbox_transmissions as known (transmission_uuid, script, sender_id, receiver_id, content_digest,
           submissions, received_at, verdicts_sent, verdict_due_at)
         values ($1, $2, $3, $4, $5, 1, case when 1 > $6 then ${now} end, 0, case when 1 > $6 then ${dueAt} end)
         on conflict (transmission_uuid) do update set
           ${first('script')}, ${first('sender_id')}, ${first('receiver_id')}, ${first('content_digest')},
           submissions = known.submissions + 1,
           received_at = case when ${isFirstReceived} then ${now} else known.received_at end,
           verdict_due_at = case when ${isFirstReceived} then ${dueAt} else known.verdict_due_at end
         where known.absent_at is null or known.absent_at <= $9
         returning submissions, content_digest, received_at`,
        arrival.transmissionUuid,
        arrival.script,
        arrival.senderId,
        arrival.receiverId,
        arrival.contentDigest,
        arrival.failures,
        arrival.now,
        arrival.verdictDueAt,
        arrival.began,
      ),
    )
    return (
      row && {
        submissions: integer(row, 'submissions'),
        isReceived: integerOrNull(row, 'received_at') !== null,
        isSameContent: text(row, 'content_digest') === arrival.contentDigest,
      }
    )
  }

  /**
   * What is known about a transmission. If it is not here, the same statement records it as absent,
   * so that a concurrent submit is either found or never arrives. The caller may therefore send it
   * again immediately.
   */
  async ask(transmissionUuid: string, now: number): Promise<Known> {
    const rows = await this.#db.query(
      sql(
        `insert into sandbox_transmissions as known (transmission_uuid, script, sender_id, receiver_id, content_digest,
           submissions, verdicts_sent, absent_at)
         values ($1, '', '', '', '', 0, 0, $2)
         on conflict (transmission_uuid) do update set
           absent_at = case when known.received_at is null then excluded.absent_at else known.absent_at end
         returning script, received_at`,
        transmissionUuid,
        now,
      ),
    )
    const row = onlyRow(rows)
    return { script: text(row, 'script'), isReceived: integerOrNull(row, 'received_at') !== null }
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
    // The limit is a literal: with a parameter, PostgreSQL plans for a tenth of the table and reads
    // all of it.
    const rows = await this.#db.query(
      sql(
        `with due as (
           select transmission_uuid as due_uuid from sandbox_transmissions where verdict_due_at <= $1
           order by verdict_due_at limit ${limit} ${this.#db.dialect.skipLocked})
         update sandbox_transmissions set verdict_due_at = $2, in_hand = 1 from due where transmission_uuid = due_uuid
         returning transmission_uuid, script, sender_id, receiver_id, verdicts_sent`,
        now,
        againAt,
      ),
    )
    return rows.map(due)
  }

  /** When the next verdict is due; undefined if no verdict is scheduled. */
  async nextDueAt(): Promise<number | undefined> {
    const rows = await this.#db.query(
      sql('select min(verdict_due_at) as due_at from sandbox_transmissions where verdict_due_at is not null'),
    )
    return optionalInteger(onlyRow(rows), 'due_at')
  }

  async markSent(sent: readonly SentVerdict[]): Promise<void> {
    await this.#db.transaction(
      sent.map(({ transmissionUuid, verdictsSent, nextDueAt }) =>
        sql(
          `update sandbox_transmissions set verdicts_sent = $1, verdict_due_at = $2, in_hand = 0
           where transmission_uuid = $3`,
          verdictsSent,
          nextDueAt,
          transmissionUuid,
        ),
      ),
    )
  }
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
