import type { DocumentFigures } from '../document/document-figures.ts'
import type { RuleFinding } from '../rulebook/rulebook.ts'

/** Everything about an issued document that is stored, answered or sent. */
export interface PlainRecord {
  readonly id: string
  readonly documentNumber: string
  readonly isNumberMinted: boolean
  /** The `profile_id` of the party that the caller names, when one was sent: it must be known. */
  readonly partyProfileId: string | undefined
  /** JSON of the request, as it is kept. */
  readonly request: string
  /** JSON of the answer, without what only the database knows. */
  readonly answer: string
  readonly ubl: string
  /** The tax data document; null when a fatal rule failed, since nothing is sent then. */
  readonly taxData: string | null
  readonly findings: readonly RuleFinding[]
  readonly isValid: boolean
  readonly transmissionUuids: { readonly c3: string; readonly c5: string }
  readonly figures: DocumentFigures
  /** The documents that a credit note refers to, by their numbers. */
  readonly billingReferences: readonly string[]
  /** Corner 1 and corner 4. */
  readonly sender: Participant & { readonly country: string }
  readonly receiver: Participant
  /** Those that came with the request. */
  readonly attachments: readonly RecordFile[]
  /** JSON: what differs from the document that was replaced. */
  readonly changes?: string
  /** JSON: what a credit note takes from the invoice it credits by reference. */
  readonly credited?: string
}

export interface Participant {
  readonly scheme: string
  readonly id: string
}

export interface RecordFile {
  readonly id: string
  readonly fileName: string
  readonly fileType: string
  readonly content: Uint8Array
}

export type PlainResult = { readonly record: PlainRecord } | { readonly refusal: Refusal }

/** Why nothing was issued. */
export interface Refusal {
  /** Set when the body is no JSON document. */
  readonly unreadable?: { readonly message: string; readonly path: string | undefined }
  readonly errors: ReadonlyMap<string, string>
  readonly partyProfileId: string | undefined
}
