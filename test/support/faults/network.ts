import type { LegStatus } from '../../../src/store/legs/legs.ts'
import type { Trouble } from './plan.ts'
import type { DocumentRecord } from './records.ts'

/**
 * What lies beyond a round's instances: it outlives all of them, and knows where everything must
 * end.
 */
export interface Network {
  /** What instances are told. */
  readonly environment: Readonly<Record<string, string>>
  endsOf(document: DocumentRecord): Ends
  /** What it still owes, and what it was done wrong, a line each. */
  losses(): Promise<readonly string[]>
  /** Is in trouble as a whole for so long. */
  suffer(trouble: Trouble, ms: number): Promise<void>
  close(): Promise<void>
}

/** Where the legs of a document end, each in the one state that is right for it. */
export interface Ends {
  readonly C3: LegStatus
  readonly C5: LegStatus
  /** Where its withdrawal may; empty when there is none. */
  readonly withdrawal: readonly LegStatus[]
}

/** `withdrawn`: where a withdrawal ends that is sent; undefined where there are none. */
export function withWithdrawal(
  document: DocumentRecord,
  ends: Pick<Ends, 'C3' | 'C5'>,
  withdrawn: LegStatus | undefined,
): Ends {
  if (withdrawn === undefined || (ends.C3 !== 'REJECTED' && ends.C3 !== 'FAILED')) return { ...ends, withdrawal: [] }
  // A report that waits for a person keeps its withdrawal waiting.
  if (ends.C5 === 'STALLED') return { ...ends, withdrawal: ['PENDING'] }
  if (ends.C5 === 'FAILED') return { ...ends, withdrawal: ['NOT_REQUIRED'] }
  if (ends.C5 !== 'REJECTED') return { ...ends, withdrawal: [withdrawn] }
  // A status that was overdue counted as an acceptance; the refusal came when the withdrawal was on
  // its way.
  const isLate = document.entries.some(({ event }) => event === 'MLS_OVERDUE_C5')
  return { ...ends, withdrawal: isLate ? ['NOT_REQUIRED', withdrawn] : ['NOT_REQUIRED'] }
}

/** The other party's endpoint, as the plan chose it. */
export function receiverOf(document: DocumentRecord): string {
  return document.legs.find(({ corner }) => corner === 'C3')?.receiverId.replace('0235:', '') ?? ''
}
