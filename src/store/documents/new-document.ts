import type { Family } from '@selfbill/pint-ae/document'
import type { StorableText } from '../../text/packing.ts'
import type { PackedTexts } from '../../text/revision-frame.ts'
import type { Statement } from '../database/database.ts'
import type { NewLeg } from '../legs/legs.ts'
import type { DocumentEntry } from '../log/new-entries.ts'
import type { KeptAnswer } from '../requests/kept-answer.ts'
import type { NewAttachment } from './attachments.ts'
import type { OverallStatus } from './document-row.ts'
import type { FiguredDocument } from './figure-values.ts'
import type { NewCredit } from './invoice-credits.ts'

export interface NewDocument extends FiguredDocument {
  readonly orgId: string
  /** UUID v7. */
  readonly id: string
  readonly family: Family
  readonly profileId: string
  /** The version of the profile that the document was made with. */
  readonly profileVersion: number
  /** Unique in its organisation and family. */
  readonly documentNumber: string
  /** The contract version of the request. */
  readonly apiVersion: string
  /** Null for a valid document without the Phase 2 subscription: it is never sent. */
  readonly overallStatus: OverallStatus | null
  /** JSON of the request, as it is kept. */
  readonly request: StorableText
  /** JSON of the answer without document_sequence and meta_info. */
  readonly answer: StorableText
  readonly ubl: StorableText
  /** JSON of the validation results. */
  readonly findings: StorableText
  /** The frame with the short ones of these texts; undefined: they stand in their columns. */
  readonly packed?: PackedTexts | undefined
  /** Of these texts, in hexadecimal. */
  readonly sha256: { readonly request: string; readonly answer: string; readonly ubl: string }
  /** The numbers of the documents that a credit note refers to. */
  readonly billingReferences: readonly string[]
  readonly attachments: readonly NewAttachment[]
  /** The first entries of its log. */
  readonly events: readonly DocumentEntry[]
  /** Empty when it is not sent. */
  readonly legs: readonly NewLeg[]
  /** Of a credit note by reference. */
  readonly credit?: NewCredit | undefined
  /** Stored for a repeated request. */
  readonly keptAnswer?: KeptAnswer | undefined
  /** What else is stored in the same transaction. */
  readonly besides?: readonly Statement[] | undefined
  /** ms since 1970. */
  readonly createdAt: number
}
