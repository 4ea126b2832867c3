import type { Row } from '../../src/store/database/database.ts'
import type { AccessPoint } from './access-point.ts'
import { CommitChecks } from './commit-checks.ts'
import type { WorldDatabase } from './database.ts'
import type { Change } from './engine.ts'
import type { FeedReader } from './feed-reader.ts'
import type { Instance } from './instance.ts'
import type { Journal } from './journal.ts'
import { LegChecks } from './leg-checks.ts'
import type { MailServer } from './mail-server.ts'
import { NoticeChecks } from './notice-checks.ts'
import { RetentionChecks } from './retention-checks.ts'
import { type StoredNote, storedNote } from './stored-notes.ts'
import type { WebhookTarget } from './webhook-target.ts'

/**
 * What must always hold, one function for each: after every commit, in commit-checks.ts, and here
 * when the faults are over and nothing is left to do.
 */
export class Checks {
  readonly #parts: CheckParts
  readonly #afterCommit: CommitChecks
  readonly #legs: LegChecks
  readonly #notices: NoticeChecks
  readonly retention: RetentionChecks

  constructor(parts: CheckParts) {
    this.#parts = parts
    this.#legs = new LegChecks(parts)
    this.#notices = new NoticeChecks(parts)
    this.retention = new RetentionChecks(parts)
    this.#afterCommit = new CommitChecks({ ...parts, validNotes: (orgId) => this.#validNotes(orgId) })
  }

  afterCommit(changes: readonly Change[]): void {
    this.#afterCommit.look(changes)
    this.retention.afterCommit(changes)
  }

  /** The database is copied. */
  copy(): void {
    this.#afterCommit.copy()
  }

  /** Its copy is in its place. */
  restore(): void {
    this.#afterCommit.restore()
  }

  /** In which some leg is now. */
  get statesOfLegs(): ReadonlySet<string> {
    return this.#afterCommit.statesOfLegs
  }

  /** A notice or a removal that is due; undefined when none is. */
  leftToDo(): string | undefined {
    return (this.#parts.mail && this.#notices.left()) ?? this.retention.left()
  }

  /** Everything that shows only when nothing is left to do. */
  atRest(): void {
    this.answeredDocumentsAreStored()
    this.noRequestIsDoneTwice()
    this.refusedRequestsAreNotStored()
    this.#legs.atRest()
    this.feedIsReadOnceAndInOrder()
    this.webhooksGotEveryEvent()
    this.holdsAreKept()
    this.noLeaseIsLeft()
    this.gatesAreEmpty()
    this.retention.atRest()
    if (this.#parts.mail !== undefined) this.#notices.atRest(this.#parts.mail)
  }

  answeredDocumentsAreStored(): void {
    for (const { orgId, family, id, number, sequence, note } of this.#parts.journal.created) {
      const [row] = this.#rows(
        `select d.family, d.document_number, d.sequence, d.removed_at, r.answer, r.packed from documents d
           join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = 1
         where d.org_id = $1 and d.id = $2`,
        orgId,
        id,
      )
      // Of removed content the number and the sequence stay.
      const kept = row?.removed_at === null ? noteIn(row) : note
      const stored = row && [row.family, row.document_number, row.sequence, kept]
      if (stored === undefined || stored.join() !== [family, number, sequence, note].join())
        this.#broken('a 201 is kept exactly', { id, number, sequence, note, stored: String(stored) })
    }
  }

  noRequestIsDoneTwice(): void {
    const ids = new Map<string, string>()
    for (const row of this.#firstAnswers()) {
      const note = noteIn(row)
      if (ids.has(note)) this.#broken('a request is done once', { note, one: ids.get(note), other: row.id })
      ids.set(note, String(row.id))
    }
  }

  refusedRequestsAreNotStored(): void {
    const stored = new Set(this.#firstAnswers().map(noteIn))
    for (const note of this.#parts.journal.refusedWithoutKey) {
      if (stored.has(note)) this.#broken('a 503 has stored nothing', { note })
    }
  }

  feedIsReadOnceAndInOrder(): void {
    for (const reader of this.#parts.readers) {
      const [row] = this.#rows(
        'select count(*) as events from entries where org_id = $1 and revision is not null',
        reader.orgId,
      )
      if (row?.events !== reader.seen.size)
        this.#broken('a reader of the feed gets every event', { read: reader.seen.size, events: row?.events })
    }
  }

  webhooksGotEveryEvent(): void {
    for (const reader of this.#parts.readers) {
      for (const id of reader.seen) {
        const { accepted, earlier } = this.#parts.target
        if (!accepted.has(id) && !earlier.has(id)) this.#broken('webhooks get each event at least once', { id })
      }
    }
    for (const id of this.#parts.target.accepted.keys()) {
      if (!this.#parts.readers.some(({ seen }) => seen.has(id)))
        this.#broken('webhooks get no event that the feed does not have', { id })
    }
  }

  holdsAreKept(): void {
    for (const [id, reason] of this.#parts.journal.holds) {
      const [row] = this.#rows('select hold_reason from documents where id = $1', id)
      if ((row?.hold_reason ?? undefined) !== reason)
        this.#broken('the last word about a hold is kept', { id, reason, stored: row?.hold_reason })
    }
  }

  noLeaseIsLeft(): void {
    for (const table of ['legs', 'webhook_deliveries']) {
      for (const row of this.#rows(`select lease_owner from ${table} where lease_owner is not null`))
        this.#broken('no lease is left', { table, ...row })
    }
  }

  gatesAreEmpty(): void {
    for (const { gate, machine } of this.#parts.instances()) {
      if (gate.heldBytes !== 0)
        this.#broken('the gate returns to zero', { machine: machine.name, held: gate.heldBytes })
    }
  }

  #validNotes(orgId: string): readonly StoredNote[] {
    return this.#rows(
      `select r.answer, r.packed from documents d
         join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
       where d.org_id = $1 and d.family = 'purchase-credit-notes' and d.removed_at is null
         and coalesce(d.overall_status, '') not in ('REJECTED', 'VALIDATION_FAILED')`,
      orgId,
    ).map(storedNote)
  }

  #firstAnswers(): readonly Row[] {
    return this.#rows(
      `select r.document_id as id, r.answer, r.packed from revisions r
         join documents d on d.org_id = r.org_id and d.id = r.document_id
       where r.revision = 1 and d.removed_at is null`,
    )
  }

  #rows(sql: string, ...params: readonly (string | number)[]): readonly Row[] {
    return this.#parts.database.rows(sql, ...params)
  }

  #broken(invariant: string, what: object): void {
    this.#parts.violation(invariant, JSON.stringify(what))
  }
}

export interface CheckParts {
  readonly database: WorldDatabase
  readonly accessPoints: readonly AccessPoint[]
  readonly journal: Journal
  readonly readers: readonly FeedReader[]
  readonly target: WebhookTarget
  readonly mail: MailServer | undefined
  readonly instances: () => readonly Instance[]
  readonly violation: (invariant: string, what: string) => void
  /** A state was reached; for the count. */
  readonly reached: (state: string) => void
}

function noteIn(row: Row): string {
  return storedNote(row).note
}
