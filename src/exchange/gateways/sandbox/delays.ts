/** How slow the sandbox is. All zero in benchmarks. */
export interface SandboxDelays {
  /** From the submit to its receipt. */
  readonly receiptMs: Span
  /** From the receipt to the verdict, and from one verdict to the next. */
  readonly verdictMs: Span
}

/** Both ends are included. */
export type Span = readonly [least: number, most: number]

/** Whole milliseconds within the span. `random` is in [0, 1). */
export function within([least, most]: Span, random: number): number {
  return least + Math.floor(random * (most - least + 1))
}
