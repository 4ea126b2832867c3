import type { Family } from '../document/family.ts'
import type { FailedRule } from '../record/make-record.ts'

/**
 * What the API tells of itself while it works, for whoever counts. Every call returns at once and
 * never throws.
 */
export interface ApiObserver {
  /**
   * A request was answered; `operation` is undefined when no operation has that method and path.
   */
  answered(operation: string | undefined, status: number, tookMs: number): void
  /** The caller went away before the answer was through; no answer is reported then. */
  abandoned(during: AbandonedDuring): void
  /** A document was stored, with what the rules said about it. */
  documentStored(family: Family, failed: readonly FailedRule[]): void
}

/**
 * Where a request stood when its caller went away: in its head, in its body, worked on, or answered
 * in part.
 */
export const abandonedDuring = ['head', 'body', 'work', 'answer'] as const
export type AbandonedDuring = (typeof abandonedDuring)[number]

/** Nobody counts. */
export const unobserved: ApiObserver = {
  answered() {},
  abandoned() {},
  documentStored() {},
}
