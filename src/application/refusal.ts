import type { Family } from '../document/family.ts'

/** Why a document was not issued. Nothing was stored. */
export type Refusal =
  | { readonly refusal: 'organisation_unknown' }
  | { readonly refusal: 'profile_not_found' | 'profile_inactive'; readonly profileId: string }
  /** The text is not JSON; `path` is where, if a member is to blame. */
  | { readonly refusal: 'unreadable'; readonly message: string; readonly path: string | undefined }
  /** Every wrong field with its message. */
  | { readonly refusal: 'invalid'; readonly errors: ReadonlyMap<string, string> }
  | {
      readonly refusal: 'number_taken'
      readonly family: Family
      readonly number: string
      /** The document that has the number. */
      readonly documentId: string
    }
  /** Others changed what the document depends on, each time it was about to be stored. */
  | { readonly refusal: 'contended' }

/** Why a resubmission or a credit was refused before its text was read. */
export type DocumentRefusal =
  | { readonly refusal: 'document_not_found'; readonly family: Family; readonly id: string }
  /** Only a document whose rules failed can be resubmitted. */
  | { readonly refusal: 'not_resubmittable' }
  /** Another resubmission came first. */
  | { readonly refusal: 'document_changed' }
  /** An invoice that failed its rules was never sent: it is corrected, not credited. */
  | { readonly refusal: 'not_creditable' }
