import type { DocumentFigures, Family } from '@selfbill/pint-ae/document'
import type { Language } from '@selfbill/pint-ae/rulebook'
import type { Clock } from '../clock/clock.ts'
import type { Feed } from '../feed/feed.ts'
import type { DocumentRecord, FailedRule } from '../record/make-record.ts'
import type { RecordMaker } from '../record/record-maker.ts'
import type { Statement } from '../store/database/database.ts'
import type { AboutDocument, StoredCircumstances } from '../store/documents/circumstances.ts'
import type { StoredContext } from '../store/documents/document-context.ts'
import type { KeptAnswer } from '../store/requests/kept-answer.ts'
import type { Room } from '../store/room.ts'
import type { Store } from '../store/store.ts'
import type { CallersApproval } from './approval.ts'

/** The organisation that a document is issued for, and the form of its answer. */
export interface Caller {
  readonly orgId: string
  /** The contract version, `YYYYMMDD`; stored with the document. */
  readonly apiVersion: string
  /** Language of the findings in the answer. */
  readonly language: Language
  /** Compatibility mode. Source: docs/decisions/0053. */
  readonly isCompatible: boolean
  /** Memory for the other documents that this request reads. */
  readonly room: Room
  /** Whether `alsoStore` stores the text of the answer: a long one is packed for it beforehand. */
  readonly isAnswerStored: boolean
  /** A dry run says all it can: it judges what a refused document leaves, and warns. */
  readonly isThorough?: boolean
  /** Whether a warning may name stored documents. */
  readonly mayRead?: boolean
  /** Absent: a program, whose documents need no second person. */
  readonly approval?: CallersApproval | undefined
  /** The answer that is stored with the document for a repeated request. */
  readonly alsoStore: (record: DocumentRecord) => KeptAnswer | undefined
  /** What else the transaction of a create stores; when it fails, nothing is created. */
  readonly besides?: (record: DocumentRecord) => readonly Statement[]
}

/** The parts of the service that the application layer uses. */
export interface ApplicationParts {
  readonly store: Pick<Store, 'database' | 'numbers' | 'contexts'>
  readonly recordMaker: RecordMaker
  readonly observer: DocumentObserver
  readonly feed: Pick<Feed, 'announce'>
  /** Our access point and the tax authority: `0242:…`. */
  readonly serviceProviderId: string
  readonly authorityId: string
  /** The access point for the legs of a new document: one that works, if any does. */
  accessPointForNew(): string
  /** Called when there are new legs to send. */
  wakeExchange(orgId: string): void
  /** ms since 1970. */
  now(): number
  readonly clock: Pick<Clock, 'timer' | 'turn'>
  /** Of a batch, whose lines share their reads; absent: each document reads for itself. */
  readonly circumstances?: (about: AboutDocument) => Promise<StoredCircumstances>
  /** The same for organisation and profile; the answers come in the order of the lines. */
  readonly contextOf?: (orgId: string, profileId: string) => Promise<StoredContext>
  /** Of a batch: whether a document before it had the same parties, date and amount. */
  readonly repeatsInBatch?: (figures: DocumentFigures) => boolean
  /** The letters that the printed page has no font for; absent: nothing is printed here. */
  readonly lettersWithoutFont?: (text: string) => Promise<readonly string[]>
}

export interface DocumentObserver {
  /** Called after a document is stored, with its failed rules. */
  documentStored(family: Family, failed: readonly FailedRule[]): void
}
