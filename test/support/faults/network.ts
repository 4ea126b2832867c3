import type { LegStatus } from '../../../src/store/legs/legs.ts'
import type { Trouble } from './plan.ts'
import type { DocumentRecord } from './records.ts'

/**
 * The network beyond a round's instances. It outlives them and knows the final status of
 * everything.
 */
export interface Network {
  /** The environment of the instances. */
  readonly environment: Readonly<Record<string, string>>
  endsOf(document: DocumentRecord): Ends
  /** What it still owes, and every violation of its contract, one line each. */
  losses(): Promise<readonly string[]>
  /** Puts one access point in trouble for that time, by its place. */
  suffer(trouble: Trouble, ms: number, at: number): Promise<void>
  close(): Promise<void>
}

/** The one right final status of each leg of a document. */
export interface Ends {
  readonly C3: LegStatus
  readonly C5: LegStatus
  /** The possible final statuses of its withdrawal; empty without one. */
  readonly withdrawal: readonly LegStatus[]
}

/** `withdrawn`: the final status of a withdrawal that is sent; undefined without withdrawals. */
export function withWithdrawal(
  document: DocumentRecord,
  ends: Pick<Ends, 'C3' | 'C5'>,
  withdrawn: LegStatus | undefined,
): Ends {
  if (withdrawn === undefined || (ends.C3 !== 'REJECTED' && ends.C3 !== 'FAILED')) return { ...ends, withdrawal: [] }
  // A stalled report keeps its withdrawal waiting.
  if (ends.C5 === 'STALLED') return { ...ends, withdrawal: ['PENDING'] }
  if (ends.C5 === 'FAILED') return { ...ends, withdrawal: ['NOT_REQUIRED'] }
  if (ends.C5 !== 'REJECTED') return { ...ends, withdrawal: [withdrawn] }
  // The overdue status counted as an acceptance; the rejection came when the withdrawal was under
  // way.
  const isLate = document.entries.some(({ event }) => event === 'MLS_OVERDUE_C5')
  return { ...ends, withdrawal: isLate ? ['NOT_REQUIRED', withdrawn] : ['NOT_REQUIRED'] }
}

/** The other party's endpoint from the plan. */
export function receiverOf(document: DocumentRecord): string {
  return document.legs.find(({ corner }) => corner === 'C3')?.receiverId.replace('0235:', '') ?? ''
}
