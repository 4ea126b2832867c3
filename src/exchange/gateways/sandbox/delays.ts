/** How slow the make-believe network is. Zero everywhere for benchmarks. */
export interface SandboxDelays {
  /** From the submit to its receipt. */
  readonly receiptMs: Span
  /** From the receipt to the verdict, and from one verdict to the next. */
  readonly verdictMs: Span
}

/** From the first to the second, both included. */
export type Span = readonly [least: number, most: number]

/** A moment within the span, whole milliseconds; `random` is in [0, 1). */
export function within([least, most]: Span, random: number): number {
  return least + Math.floor(random * (most - least + 1))
}
