/** Milliseconds a call takes: warmed up, then the median of batches over about `forMs`. */
export function timed(work: () => void, forMs = 600): number {
  const warmUntil = performance.now() + forMs / 2
  while (performance.now() < warmUntil) work()
  const samples: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until || samples.length < 5) {
    const began = performance.now()
    work()
    samples.push(performance.now() - began)
  }
  return median(samples)
}

/** The middle of the samples. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 50)
}

/** The sample that `percent` of all do not exceed. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Prints rows under a head, columns aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) {
    console.log(row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
  }
}

/** Two significant decimals for small figures, none for large ones. */
export function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(4)
}
