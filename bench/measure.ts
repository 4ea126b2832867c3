import { readFileSync } from 'node:fs'

/**
 * Milliseconds per call: warms up, then takes the median of calls over about `forMs`, of at least
 * `samplesMin` calls.
 */
export function timed(work: () => void, forMs = 600, samplesMin = 5): number {
  const warmUntil = performance.now() + forMs / 2
  while (performance.now() < warmUntil) work()
  const samples: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until || samples.length < samplesMin) {
    const began = performance.now()
    work()
    samples.push(performance.now() - began)
  }
  return median(samples)
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 50)
}

/** The percentile: `percent` of all samples are at most this. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Resident memory of another process, on Linux; NaN elsewhere. */
export function residentMbOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Processor time of another process so far, on Linux, in ticks of 10 ms; NaN elsewhere. */
export function cpuMsOf(pid: number): number {
  try {
    // After the name in brackets, user and system time are the 12th and 13th field.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Prints a table with aligned columns. `first`: how the first column is aligned. */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  first: 'left' | 'right' = 'right',
): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const aligned = (cell: string, column: number) =>
    column === 0 && first === 'left' ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) console.log(row.map(aligned).join('  '))
}

/** A figure for a table: no decimals from 100 on, two from 1 on, else four. */
export function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(4)
}
