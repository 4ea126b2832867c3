import type { Family } from '@selfbill/pint-ae/document'
import type { FailedRule } from '../record/make-record.ts'

/** Reports what the API does, for metrics. Every call returns at once and never throws. */
export interface ApiObserver {
  /**
   * A request was answered; `operation` is undefined when no operation has that method and path.
   */
  answered(operation: string | undefined, status: number, tookMs: number): void
  /** The caller disconnected before the whole answer was sent; `answered` is not called then. */
  abandoned(during: AbandonedDuring): void
  /** A document was stored, with the rules that failed. */
  documentStored(family: Family, failed: readonly FailedRule[]): void
}

/**
 * The stage of the request when its caller disconnected: head, body, work, or part of the answer.
 */
export const abandonedDuring = ['head', 'body', 'work', 'answer'] as const
export type AbandonedDuring = (typeof abandonedDuring)[number]

/** No-op observer. */
export const unobserved: ApiObserver = {
  answered() {},
  abandoned() {},
  documentStored() {},
}

/**
 * A request of an account that got an answer. Holds no text of the caller beyond ids that we
 * checked.
 */
export interface AnsweredRequest {
  readonly orgId: string
  /** UUID v7 of the time at which the request came. */
  readonly id: string
  /** ms since 1970. */
  readonly at: number
  /** The `sub` of the token. */
  readonly account: string
  /** The operation's id. */
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly errorCode: string | undefined
  readonly documentId: string | undefined
}
