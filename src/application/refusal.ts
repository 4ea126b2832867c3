import type { Family, FieldErrors } from '@selfbill/pint-ae/document'
import type { JudgedInPart } from '@selfbill/pint-ae/draft'
import type { Message } from '@selfbill/pint-ae/messages'

/** Why a document was not issued. Nothing was stored. */
export type Refusal =
  | { readonly refusal: 'organisation_unknown' }
  | { readonly refusal: 'profile_not_found' | 'profile_inactive'; readonly profileId: string }
  /** The text is not valid JSON; `path` names the member at fault, if there is one. */
  | { readonly refusal: 'unreadable'; readonly reason: Message; readonly path: string | undefined }
  | InvalidRequest
  /** Each amount that differs from the caller's, with both figures. */
  | { readonly refusal: 'totals_unexpected'; readonly errors: FieldErrors }
  | {
      readonly refusal: 'number_taken'
      readonly family: Family
      readonly number: string
      /** The document that already has the number. */
      readonly documentId: string
    }
  /** A second person must approve it first: `askForApproval`. */
  | { readonly refusal: 'approval_required' }
  /** It is not what was approved: the profile, the amount or the verdict has changed. */
  | { readonly refusal: 'approval_outdated' }
  /** It fails its rules, so nobody can approve it. */
  | { readonly refusal: 'approval_of_failing' }
  /** Every attempt failed because other requests changed the profile, the credits or the number. */
  | { readonly refusal: 'contended' }

/** Each invalid field with its message, and what a dry run can say of the rest. */
export interface InvalidRequest {
  readonly refusal: 'invalid'
  readonly errors: FieldErrors
  readonly inPart?: JudgedInPart | undefined
}

/** Why a resubmission or a credit was refused before its text was read. */
export type DocumentRefusal =
  | { readonly refusal: 'document_not_found'; readonly family: Family; readonly id: string }
  /** Only a document whose rules failed can be resubmitted; `status` is the one that it has. */
  | { readonly refusal: 'not_resubmittable'; readonly status: string }
  /** Another resubmission came first. */
  | { readonly refusal: 'document_changed' }
  /** An invoice that failed its rules was never sent. It can be resubmitted, not credited. */
  | { readonly refusal: 'not_creditable' }
