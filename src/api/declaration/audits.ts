/**
 * What the audit log keeps of an operation that changes something, or why it keeps nothing. The
 * server writes the entry when the operation has succeeded; `audit.full.test.ts` fails for an
 * operation that declares neither. Source: docs/decisions/0068.
 */
export type Audits = AuditedChange | { readonly not: string }

export interface AuditedChange {
  /** The kind of thing that is changed: `client`, `webhook`, … */
  readonly target: string
  /**
   * Where its id is: a parameter of the path, else a member of the answer. Absent: the caller's own
   * organisation.
   */
  readonly id?: string
  /** Members of the request's body that the entry keeps. Never a secret. */
  readonly detail?: readonly string[]
  /** Members of the answer that it keeps too. Never a secret. */
  readonly answered?: readonly string[]
}
