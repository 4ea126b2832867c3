import type { ComputedAttachment } from '../document/computed-document.ts'
import type { FieldErrors } from '../document/declaration/field-errors.ts'
import type { DocumentFigures } from '../document/document-figures.ts'
import type { Message } from '../messages/message.ts'
import type { RuleFinding } from '../rulebook/rulebook.ts'

/**
 * A computed document with its UBL, its tax data document and its findings. All texts are strings.
 */
export interface JudgedDocument {
  readonly id: string
  readonly documentNumber: string
  readonly isNumberMinted: boolean
  /** The `profile_id` of the caller's party, if sent; it must name a known profile. */
  readonly partyProfileId: string | undefined
  /** JSON of the answer without the members that only the database knows. */
  readonly answer: string
  readonly ubl: string
  /** The tax data document; null when a fatal rule failed, since nothing is sent then. */
  readonly taxData: string | null
  readonly findings: readonly RuleFinding[]
  readonly isValid: boolean
  readonly transmissionUuids: { readonly c3: string; readonly c5: string }
  readonly figures: DocumentFigures
  readonly supplierTin: string | undefined
  /** Numbers of the documents that a credit note refers to. */
  readonly billingReferences: readonly string[]
  /** Corner 1 and corner 4. */
  readonly sender: Participant & { readonly country: string }
  readonly receiver: Participant
  /** Attachments sent with the request. */
  readonly attachments: readonly ComputedAttachment[]
  /** JSON: the differences from the replaced document. */
  readonly changes?: string
  /** JSON: the amounts that a credit note by reference takes from its invoice. */
  readonly credited?: string
}

export interface Participant {
  readonly scheme: string
  readonly id: string
}

export type JudgedResult = { readonly judged: JudgedDocument } | { readonly refusal: Refusal }

/** Why the draft became no document. */
export interface Refusal {
  /** Set when the body is not valid JSON. */
  readonly unreadable?: { readonly reason: Message; readonly path: string | undefined }
  readonly errors: FieldErrors
  /** The request is valid, and its errors are amounts that the caller did not expect. */
  readonly areTotalsUnexpected?: true
  readonly partyProfileId: string | undefined
}
