import type { DocumentFigures } from '../../document/document-figures.ts'
import type { Family } from '../../document/family.ts'
import type { StorableText } from '../../text/packing.ts'
import type { Statement } from '../database/database.ts'
import type { NewAttachment } from './attachments.ts'
import type { OverallStatus } from './document-row.ts'

export interface NewDocument {
  readonly orgId: string
  /** UUID v7. */
  readonly id: string
  readonly family: Family
  readonly profileId: string
  /** The profile's version that the document was made with. */
  readonly profileVersion: number
  /** Unique in its organisation and family. */
  readonly documentNumber: string
  /** The contract version of the request. */
  readonly apiVersion: string
  /** Null when nothing is to be sent and nothing is wrong: without the Phase 2 subscription. */
  readonly overallStatus: OverallStatus | null
  /** JSON of the request, as it is kept. */
  readonly request: StorableText
  /** JSON of the answer without document_sequence and meta_info. */
  readonly answer: StorableText
  readonly ubl: StorableText
  /** JSON of the validation results. */
  readonly findings: StorableText
  /** Of these texts, in hexadecimal. */
  readonly sha256: { readonly request: string; readonly answer: string; readonly ubl: string }
  readonly figures: DocumentFigures
  /** The numbers of the documents that a credit note refers to. */
  readonly billingReferences: readonly string[]
  readonly attachments: readonly NewAttachment[]
  /** Run last in the same transaction: they may refer to the document. */
  readonly statements: readonly Statement[]
  /** ms since 1970. */
  readonly createdAt: number
}
