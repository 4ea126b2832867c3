import { gulfTime } from '@selfbill/pint-ae/document'
import type { Row } from '../../src/store/database/database.ts'
import type { WorldDatabase } from './database.ts'
import type { Change } from './engine.ts'
import type { Journal } from './journal.ts'

/**
 * What must hold of removals after the retention, and of the holds that keep documents from them.
 * The database's own settings are read at the commit of each removal; what callers were answered is
 * in the journal.
 */
export class RetentionChecks {
  /** Documents whose content is removed. */
  readonly removed = new Map<string, string>()
  /** Hears of every removal, at once. */
  onRemoval: (orgId: string) => void = () => undefined
  readonly #parts: RetentionCheckParts
  /** A document with an open leg is kept until the next year, or until a setting changes. */
  #opened: Set<string> | undefined

  constructor(parts: RetentionCheckParts) {
    this.#parts = parts
  }

  /** From now on content is removed. */
  begin(): void {
    this.#opened = new Set(
      this.#rows(`select document_id from legs where ${isOpen}`).map((row) => String(row.document_id)),
    )
  }

  /** A setting has changed: the next removal looks at all documents again. */
  lookAgain(): void {
    this.#opened = new Set()
  }

  afterCommit(changes: readonly Change[]): void {
    if (this.#opened === undefined) return
    for (const { kind, values } of changes) {
      const [first, second, third] = values.map(String)
      if (kind === 'leg' && openStatuses.includes(second ?? '')) this.#opened.add(third ?? '')
      if (kind === 'removed' && first !== undefined && second !== undefined) this.#look(first, second)
    }
  }

  #look(orgId: string, id: string): void {
    const [document] = this.#rows('select * from documents where org_id = $1 and id = $2', orgId, id)
    const [retention] = this.#rows('select years, removes, held_at from retentions where org_id = $1', orgId)
    if (document === undefined || retention === undefined) {
      this.#broken('nothing is removed unless its organisation wants it', { id })
      return
    }
    this.nothingHeldIsRemoved(document, retention)
    this.nothingIsRemovedEarly(document, retention)
    this.nothingUnderWayIsRemoved(id)
    this.removedContentIsGone(id, [...texts, ...ofStatuses])
    this.removed.set(id, String(document.family))
    this.#parts.reached('content removed')
    this.onRemoval(orgId)
  }

  nothingHeldIsRemoved(document: Row, { held_at: heldAt }: Row): void {
    const id = String(document.id)
    const { holds, orgHolds } = this.#parts.journal
    const reason = document.hold_reason ?? holds.get(id) ?? orgHolds.get(String(document.org_id))
    if (document.held_at !== null || heldAt !== null || reason !== undefined)
      this.#broken('nothing held is removed', { id, reason, ofAll: heldAt })
  }

  nothingIsRemovedEarly(document: Row, { years, removes }: Row): void {
    if (removes !== 1) this.#broken('nothing is removed unless its organisation wants it', { id: document.id })
    if (!isOver(document, Number(years), this.#parts.database.latest))
      this.#broken('nothing is removed before its retention is over', { id: document.id, years })
  }

  nothingUnderWayIsRemoved(id: string): void {
    const [leg] = this.#rows(`select transmission_uuid from legs where document_id = $1 and ${isOpen}`, id)
    if (leg !== undefined) this.#broken('nothing is removed while a leg of it is open', { id, ...leg })
  }

  /** A document that a removal still owes us. */
  left(): string | undefined {
    if (this.#opened === undefined) return undefined
    const rows = this.#rows(
      `select d.id, d.issue_date, d.created_at, r.years from documents d join retentions r on r.org_id = d.org_id
       where r.removes = 1 and r.held_at is null and d.held_at is null and d.removed_at is null
         and not exists (select 1 from legs l where l.document_id = d.id and ${isOpen})`,
    )
    const due = rows.find(
      (row) => !this.#opened?.has(String(row.id)) && isOver(row, Number(row.years), this.#parts.database.now),
    )
    return due && `the removal of ${due.id}`
  }

  atRest(): void {
    for (const id of this.removed.keys()) {
      this.removedContentIsGone(id, texts)
      this.removalsAreInTheLog(id)
    }
    this.holdsOfAllAreKept()
    this.settingsAreKept()
  }

  removedContentIsGone(id: string, contents: readonly Content[]): void {
    for (const [table, condition] of contents) {
      const [row] = this.#rows(`select count(*) as found from ${table} where ${condition}`, id)
      if (row?.found !== 0) this.#broken('what is removed is gone', { id, table })
    }
  }

  removalsAreInTheLog(id: string): void {
    const event = `event = 'DOCUMENT_CONTENT_REMOVED'`
    const [row] = this.#rows(`select count(*) as entries from entries where document_id = $1 and ${event}`, id)
    if (row?.entries !== 1) this.#broken('a removal has one entry in the log', { id, ...row })
  }

  holdsOfAllAreKept(): void {
    for (const [orgId, reason] of this.#parts.journal.orgHolds) {
      const [row] = this.#rows('select hold_reason from retentions where org_id = $1', orgId)
      if ((row?.hold_reason ?? undefined) !== reason)
        this.#broken('the last word about a hold is kept', { orgId, reason, stored: row?.hold_reason })
    }
  }

  settingsAreKept(): void {
    for (const [orgId, { retention_years: years, remove_after_retention: removes }] of this.#parts.journal.retentions) {
      const [row] = this.#rows('select years, removes from retentions where org_id = $1', orgId)
      if (row?.years !== years || row?.removes !== Number(removes))
        this.#broken('the last word about a retention is kept', { orgId, years, removes, ...row })
    }
  }

  #rows(sql: string, ...params: readonly string[]): readonly Row[] {
    return this.#parts.database.rows(sql, ...params)
  }

  #broken(invariant: string, what: object): void {
    this.#parts.violation(invariant, JSON.stringify(what))
  }
}

export interface RetentionCheckParts {
  readonly database: WorldDatabase
  readonly journal: Journal
  readonly violation: (invariant: string, what: string) => void
  /** A state was reached; for the count. */
  readonly reached: (state: string) => void
}

const openStatuses = ['PENDING', 'SENDING', 'RETRYING', 'STALLED']
const isOpen = `status in ('${openStatuses.join("', '")}')`

/** A table, and the rows of a document in which some content is left. */
type Content = readonly [table: string, condition: string]

const ofLegs = 'transmission_uuid in (select transmission_uuid from legs where document_id = $1)'

const texts: readonly Content[] = [
  [
    'revisions',
    `document_id = $1 and (request is not null or answer <> '{}' or ubl <> '' or findings <> '[]'
       or changes is not null or packed is not null)`,
  ],
  ['documents', `id = $1 and (billed_by_name <> '' or billed_to_name <> '' or coalesce(billed_to_vat, '') <> '')`],
  ['legs', `document_id = $1 and (sender_id <> '' or receiver_id <> '')`],
  ['attachments', 'document_id = $1'],
  ['text_parts', `owner like $1 || '%'`],
  ['leg_documents', ofLegs],
]

/** A status that comes after the removal is stored again (docs/decisions/0108). */
const ofStatuses: readonly Content[] = [
  ['entries', `document_id = $1 and message <> '' and event <> 'DOCUMENT_CONTENT_REMOVED'`],
  ['legs', 'document_id = $1 and (mls_response is not null or transmission_response is not null)'],
  ['leg_statuses', ofLegs],
  ['waiting_statuses', ofLegs],
]

/** Whether the years after the later one of the issue and the creation are over in the Gulf. */
function isOver({ issue_date: issued, created_at: created }: Row, years: number, now: number): boolean {
  const yearOf = (time: number) => Number(gulfTime(time)[0].slice(0, 4))
  const last = Math.max(Number(String(issued).slice(0, 4)), yearOf(Number(created)))
  return yearOf(now) > last + years
}
