import type { Family } from '../document/family.ts'
import type { Feed } from '../feed/feed.ts'
import type { DocumentRecord, FailedRule } from '../record/make-record.ts'
import type { RecordMaker } from '../record/record-maker.ts'
import type { Language } from '../rulebook/findings/findings-in.ts'
import type { Statement } from '../store/database/database.ts'
import type { Room } from '../store/room.ts'
import type { Store } from '../store/store.ts'

/** For whom a document is issued, and how its answer is written. */
export interface Caller {
  readonly orgId: string
  /** The contract version, `YYYYMMDD`; stored with the document. */
  readonly apiVersion: string
  /** Of the findings in the answer. */
  readonly language: Language
  /** Compatibility mode. Source: docs/decisions/0053. */
  readonly isCompatible: boolean
  /** Memory for what is read of other documents. */
  readonly room: Room
  /** Whether `keep` stores the text of the answer: a long one is packed for it beforehand. */
  readonly isAnswerKept: boolean
  /**
   * More statements for the transaction that stores the document, such as the answer for a repeated
   * request.
   */
  readonly keep: (record: DocumentRecord) => readonly Statement[]
}

/** What the application layer needs of the rest of the service. */
export interface ApplicationParts {
  readonly store: Pick<Store, 'database' | 'documents' | 'numbers' | 'profiles'>
  readonly recordMaker: RecordMaker
  readonly observer: DocumentObserver
  readonly feed: Pick<Feed, 'announce'>
  /** `0242:…`, ours and the tax authority's. */
  readonly serviceProviderId: string
  readonly authorityId: string
  /** There are new legs to send. */
  wakeExchange(): void
  /** ms since 1970. */
  now(): number
}

export interface DocumentObserver {
  /** A document was stored, with the rules that failed. */
  documentStored(family: Family, failed: readonly FailedRule[]): void
}
