import type { WorldDatabase } from './database.ts'
import type { MailServer } from './mail-server.ts'

/** What must hold of the e-mails to people, when the faults are over. */
export class NoticeChecks {
  readonly #parts: NoticeCheckParts

  constructor(parts: NoticeCheckParts) {
    this.#parts = parts
  }

  /** What has not become a mail yet; undefined: only the next digest waits. */
  left(): string | undefined {
    const { database } = this.#parts
    const [turn] = database.rows(
      `select user_id from notice_turns t where lease_until is not null or exists (
         select 1 from notices n where n.org_id = t.org_id and n.user_id = t.user_id
           and (n.status = 'SENDING' or (n.status = 'WAITING' and n.in_digest = 0)))`,
    )
    if (turn !== undefined) return `the mail to ${turn.user_id}`
    const [cursor] = database.rows(
      `select c.org_id from notice_cursors c join feed_heads h on h.org_id = c.org_id where c.position < h.last`,
    )
    return cursor && `the notices of ${cursor.org_id}`
  }

  atRest(mail: MailServer): void {
    const mailed = this.noNoticeIsMailedTwice(mail)
    this.noticesSayWhatWasMailed(mailed)
    this.everyRefusalIsNoticed()
    this.everyStalledLegIsNoticed()
  }

  /** Returns what was mailed. */
  noNoticeIsMailedTwice(mail: MailServer): ReadonlySet<string> {
    const mailed = new Set<string>()
    for (const { notices } of mail.accepted) {
      for (const notice of notices) {
        if (mailed.has(notice)) this.#broken('no notice is mailed twice', { notice })
        mailed.add(notice)
      }
    }
    return mailed
  }

  noticesSayWhatWasMailed(mailed: ReadonlySet<string>): void {
    for (const { name, status } of this.#notices()) {
      if (mailed.has(name) && status !== 'SENT' && status !== 'UNCERTAIN')
        this.#broken('a mailed notice is known as mailed', { name, status })
      if (!mailed.has(name) && status === 'SENT') this.#broken('a notice that was sent was mailed', { name, status })
    }
  }

  /** Every document that failed its rules or was rejected is news for both people of its organisation. */
  everyRefusalIsNoticed(): void {
    this.#areNoticed(
      'every refusal is noticed',
      `select distinct org_id, case when overall_status = 'VALIDATION_FAILED' then 'failed_rules'
           when participant_status = 'REJECTED' then 'participant' else 'authority' end
           || ':' || document_id || ':' || revision as event
       from entries where revision is not null and (overall_status = 'VALIDATION_FAILED'
         or participant_status = 'REJECTED' or fta_status = 'REJECTED')`,
    )
  }

  everyStalledLegIsNoticed(): void {
    this.#areNoticed(
      'every stalled leg is noticed',
      `select org_id, 'stalled:' || transmission_uuid || ':' || attempts as event from legs where status = 'STALLED'`,
    )
  }

  /** `events`: selects `org_id` and the key of each `event` that both people must have. */
  #areNoticed(invariant: string, events: string): void {
    const known = new Set(this.#notices().map(({ name }) => name))
    for (const { org_id, event } of this.#parts.database.rows(events)) {
      for (const person of ['at_once', 'daily']) {
        const name = `${org_id} ${person} of ${org_id} ${event}`
        if (!known.has(name)) this.#broken(invariant, { name })
      }
    }
  }

  #notices(): readonly { readonly name: string; readonly status: string }[] {
    return this.#parts.database
      .rows('select org_id, user_id, event_key, status from notices')
      .map((row) => ({ name: `${row.org_id} ${row.user_id} ${row.event_key}`, status: String(row.status) }))
  }

  #broken(invariant: string, what: object): void {
    this.#parts.violation(invariant, JSON.stringify(what))
  }
}

export interface NoticeCheckParts {
  readonly database: WorldDatabase
  readonly violation: (invariant: string, what: string) => void
}
