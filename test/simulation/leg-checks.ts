import type { Row } from '../../src/store/database/database.ts'
import type { AccessPoint, Taken } from './access-point.ts'
import type { WorldDatabase } from './database.ts'
import { mlsOverdueMs } from './instance.ts'

/** What must hold of legs and of the documents that follow them, when nothing is left to do. */
export class LegChecks {
  readonly #parts: LegCheckParts

  constructor(parts: LegCheckParts) {
    this.#parts = parts
  }

  atRest(): void {
    this.legsEndAsTheNetworkKnows()
    this.documentsFollowTheirLegs()
    this.sidesFollowTheirLegs()
    this.refusedDocumentsAreWithdrawn()
    this.withdrawalsFollowTheirReports()
    this.overdueStatusesAreMarked()
  }

  legsEndAsTheNetworkKnows(): void {
    const taken = this.#taken()
    for (const row of this.#rows('select transmission_uuid, status, attempts, report from legs')) {
      const status = String(row.status)
      const sent = taken.get(String(row.transmission_uuid))
      if (!possibleEnds(sent).has(status))
        this.#broken('each leg ends as the network knows it', { ...row, known: JSON.stringify(sent) })
    }
  }

  documentsFollowTheirLegs(): void {
    for (const row of this.#rows(
      `select d.id, d.overall_status,
         (select count(*) from legs l where l.document_id = d.id and l.revision = d.revision
           and l.status in ('REJECTED', 'FAILED') and coalesce(l.report, '') <> 'W') as refused,
         (select count(*) from legs l where l.document_id = d.id and l.revision = d.revision and l.report is null
           and l.status <> 'APPROVED' and l.status <> 'NOT_REQUIRED') as others,
         (select count(*) from legs l where l.document_id = d.id and l.report is not null) as reports
       from documents d where d.overall_status <> 'VALIDATION_FAILED'`,
    )) {
      const { overall_status: overall, refused, others, reports } = row
      // A report is repeated or withdrawn because somebody refused the document.
      const expected = refused !== 0 || reports !== 0 ? 'REJECTED' : others === 0 ? 'APPROVED' : 'PENDING'
      if (overall !== expected) this.#broken('the status of a document follows from its legs', { ...row, expected })
    }
  }

  /** Each side of a document is the last verdict there, and so is the last event of the feed. */
  sidesFollowTheirLegs(): void {
    const verdict = (corner: string) => `(select status from legs l where l.org_id = d.org_id and l.document_id = d.id
      and l.revision = d.revision and ${corner} and l.status in ('APPROVED', 'REJECTED') order by l.created_at desc limit 1)`
    for (const { id, stored, shown, right } of this.#rows(
      `select d.id, json_array(d.overall_status, d.participant_status, d.fta_status) as stored,
         (select json_array(e.overall_status, e.participant_status, e.fta_status) from entries e
           where e.org_id = d.org_id and e.document_id = d.id and e.revision is not null order by e.id desc limit 1) as shown,
         json_array(d.overall_status, ${verdict("l.corner = 'C3'")}, ${verdict(isReport)}) as right
       from documents d`,
    ))
      if (stored !== right || shown !== right)
        this.#broken('the sides of a document follow from its legs', { id, stored, shown, right })
  }

  /** The report of a document that the other party refused is withdrawn, once; of no other document. */
  refusedDocumentsAreWithdrawn(): void {
    for (const row of this.#rows(
      `select document_id, revision, sum(report = 'W') as withdrawals, max(case report when 'W' then status end) as withdrawal,
         max(corner = 'C3' and status in ('REJECTED', 'FAILED')) as refused,
         sum(${isReport} and status = 'APPROVED') as approved,
         sum(${isReport} and status in ('SUBMITTED', 'STALLED')) as undecided
       from legs group by org_id, document_id, revision having sum(${isReport}) > 0`,
    )) {
      const { refused, withdrawals, withdrawal, approved, undecided } = row
      const isDropped = withdrawal === 'NOT_REQUIRED'
      const isWaiting = withdrawal === 'PENDING'
      const isRight =
        (withdrawals ?? 0) === refused && !(isWaiting && undecided === 0) && !(isDropped && approved !== 0)
      if (!isRight) this.#broken('a refused document is withdrawn', row)
    }
  }

  /** The authority gets no withdrawal of what it does not have. */
  withdrawalsFollowTheirReports(): void {
    const taken = this.#taken()
    for (const { withdrawal, reports } of this.#rows(
      `select w.transmission_uuid as withdrawal, (select group_concat(l.transmission_uuid) from legs l
         where l.org_id = w.org_id and l.document_id = w.document_id and l.revision = w.revision and ${isReport}) as reports
       from legs w where w.report = 'W'`,
    )) {
      const sent = taken.get(String(withdrawal))
      const earlier = String(reports)
        .split(',')
        .flatMap((uuid) => taken.get(uuid) ?? [])
      if (sent !== undefined && !earlier.some(({ at, isDelivered }) => at <= sent.at && isDelivered === true))
        this.#broken('a withdrawal follows its report', { withdrawal, reports })
    }
  }

  /** By the clock of the database: a status that is missing for long enough, and no other. */
  overdueStatusesAreMarked(): void {
    const { now } = this.#parts.database
    for (const row of this.#rows(
      `select transmission_uuid, submitted_at, mls_overdue_at from legs where mls_overdue_at - submitted_at < ${mlsOverdueMs}
         or (status = 'SUBMITTED' and mls_overdue_at is null and submitted_at < ${now - mlsOverdueMs - roundsMs})`,
    ))
      this.#broken('a missing status is noticed in time', row)
  }

  /** Everything that arrived, by transmission. */
  #taken(): ReadonlyMap<string, Taken> {
    return new Map(this.#parts.accessPoints.flatMap((accessPoint) => [...accessPoint.taken]))
  }

  #rows(sql: string): readonly Row[] {
    return this.#parts.database.rows(sql)
  }

  #broken(invariant: string, what: object): void {
    this.#parts.violation(invariant, JSON.stringify(what))
  }
}

export interface LegCheckParts {
  readonly database: WorldDatabase
  readonly accessPoints: readonly AccessPoint[]
  readonly violation: (invariant: string, what: string) => void
}

/** The rounds of an instance come several times in it. */
const roundsMs = 5 * 60_000

/** Of a leg: a report to the tax authority, and no withdrawal. */
export const isReport = `corner = 'C5' and coalesce(report, 'R') = 'R'`

/** The statuses that a leg may have when everything is over. */
function possibleEnds(sent: Taken | undefined): ReadonlySet<string> {
  // Refused by the access point, or withdrawn before it was due.
  if (sent === undefined) return new Set(['FAILED', 'NOT_REQUIRED', 'PENDING'])
  if (sent.isGivenUp) return new Set(['STALLED'])
  if (sent.says === undefined) return new Set(['SUBMITTED'])
  return new Set([sent.says === 'RE' ? 'REJECTED' : 'APPROVED'])
}
