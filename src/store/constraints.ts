import { ConstraintFailure } from './database/database.ts'

/**
 * The constraints whose failure means something to a caller: another request was first, or a value
 * is taken. Any other failed constraint is a fault of ours.
 *
 * Those of kind `not_null` guard a write. The statement reads the guarded value by a condition;
 * when the condition no longer holds, the value is null, and the column refuses the whole
 * transaction. That costs no round trip, and a transaction has no other way to fail halfway.
 */
export const constraints = [
  /** The organisation's number is on another document of the family. */
  { name: 'document_number', kind: 'unique', on: 'documents(org_id, family, document_number)' },
  /** A guard: another document of the family has a number that reads the same. */
  { name: 'number_key', kind: 'not_null', on: 'documents(document_number)' },
  /** A guard: the business profile has another version than the document was made with. */
  { name: 'profile_version', kind: 'not_null', on: 'documents(profile_version)' },
  /** Another credit note by reference was stored for the same invoice. */
  { name: 'credit_of_invoice', kind: 'unique', on: 'invoice_credits(org_id, invoice_id, number)' },
  /**
   * A guard: the document was resubmitted by another request, or is no longer VALIDATION_FAILED.
   */
  { name: 'present_revision', kind: 'not_null', on: 'revisions(revision)' },
  /** The same resubmission, by a request that was first by a moment. */
  { name: 'revision', kind: 'unique', on: 'revisions(org_id, document_id, revision)' },
  /** A guard: the organisation has as many webhooks as it may have. */
  { name: 'webhooks_max', kind: 'not_null', on: 'webhooks(position)' },
  /** Guards: another rotation has replaced the secret meanwhile. */
  { name: 'client_secret', kind: 'not_null', on: 'clients(created_at)' },
  { name: 'webhook_secret', kind: 'not_null', on: 'webhooks(created_at)' },
  /** Guards: the address has just been asked, or the organisation has asked enough today. */
  { name: 'confirmation_again', kind: 'not_null', on: 'confirmation_mails(last_at)' },
  { name: 'confirmations_full', kind: 'not_null', on: 'confirmation_days(mails)' },
  /** A guard: the content of the document may not be removed, because of a hold for example. */
  { name: 'removable', kind: 'not_null', on: 'documents(sequence)' },
  /** A guard: another instance packed the texts of the revision, or their content was removed. */
  { name: 'packable', kind: 'not_null', on: 'revisions(ubl)' },
  /** A guard: a hold, a removal or a status came between the reading and the write. */
  { name: 'document_as_read', kind: 'not_null', on: 'documents(created_at)' },
  /** Guards: another change came between the reading and the write; see `asRead`. */
  { name: 'organisation_as_read', kind: 'not_null', on: 'organisations(created_at)' },
  { name: 'retention_as_read', kind: 'not_null', on: 'retentions(years)' },
  { name: 'profile_as_read', kind: 'not_null', on: 'profiles(created_at)' },
  { name: 'user_as_read', kind: 'not_null', on: 'users(created_at)' },
  /** A guard: nobody would administer the organisation any more. */
  { name: 'last_admin', kind: 'not_null', on: 'users(role)' },
  { name: 'draft_as_read', kind: 'not_null', on: 'drafts(version)' },
  { name: 'approval_as_read', kind: 'not_null', on: 'approvals(created_at)' },
  { name: 'report_as_read', kind: 'not_null', on: 'legs(mark)' },
  /** A request with the same Idempotency-Key was answered first. */
  { name: 'kept_answer', kind: 'unique', on: 'idempotency_answers(org_id, key_hash)' },
  /** A guard: another upload of the same file was issued meanwhile. */
  { name: 'same_file_issued', kind: 'not_null', on: 'uploads(status)' },
  /** The document of the upload was issued before. */
  { name: 'upload_result', kind: 'unique', on: 'upload_results(org_id, upload_id, phase, position)' },
  /** The organisation has a business profile with this id. */
  { name: 'profile_id', kind: 'unique', on: 'profiles(org_id, profile_id)' },
  /** Another organisation has the name. */
  { name: 'organisation_name', kind: 'unique', on: 'organisations(name)' },
  /** Another person of the organisation has the e-mail address. */
  { name: 'user_email', kind: 'unique', on: 'users(org_id, email)' },
  /** Another person has the identity at the provider: the same person signed in twice at once. */
  { name: 'user_identity', kind: 'unique', on: 'users(oidc_issuer, oidc_subject)' },
  /** Another instance applies the migration. */
  { name: 'migration', kind: 'unique', on: 'migrations(name)' },
  /** A guard: an instance runs that does not know the contracting migration. */
  { name: 'older_instance', kind: 'not_null', on: 'migrations(applied_at)' },
] as const

export type ConstraintName = (typeof constraints)[number]['name']

/**
 * The constraint that failed; undefined for any other error, and for constraints not named here.
 */
export function failedConstraint(error: unknown): ConstraintName | undefined {
  if (!(error instanceof ConstraintFailure)) return undefined
  return constraints.find(({ kind, on }) => kind === error.kind && on === error.constraint)?.name
}
