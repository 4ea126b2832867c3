import { figure, percentile, printTable } from '../measure.ts'
import type { StormEffect } from './arena.ts'
import type { MemoryReturn } from './memory-return.ts'

const limits = { p99Ratio: 3, healthzMs: 250, memoryMb: 1_200, keptMb: 300 }

/** Prints a row for each operation. Returns the number of operations that exceeded a limit. */
export function reportStorms(rows: readonly StormEffect[], quietMs: readonly number[]): number {
  const [p50, p99] = [50, 99].map((rank) => figure(percentile(quietMs, rank)))
  console.log(`quiet: p50 ${p50} ms, p99 ${p99} ms of ${quietMs.length} creates`)
  const figures = rows.map((row) => figuresOf(row, quietMs))
  printTable(
    ['operation', 'its answers', 'creates', 'p99 ms', 'quiet ms', 'ratio', 'healthz ms', 'MB', 'stolen %', 'over'],
    figures.map(({ cells, over }) => [...cells, over.join(' ')]),
  )
  const exceeded = figures.filter(({ over }) => over.length > 0).length
  console.log(`${rows.length} operations, ${exceeded} over a limit`)
  return exceeded
}

export function isOverLimit(row: StormEffect, quietMs: readonly number[]): boolean {
  return figuresOf(row, quietMs).over.length > 0
}

/** Every long storm, also one that is repeated: the table has only the last. */
export function reportLongStorm({ operation, createsMs, quietMs = [], stolenShare }: StormEffect): void {
  const [p99, quietP99] = [percentile(createsMs, 99), percentile(quietMs, 99)]
  const stolen = (stolenShare * 100).toFixed(1)
  console.log(`${operation.id} again: p99 ${figure(p99)} ms, in quiet ${figure(quietP99)} ms, stolen ${stolen} %`)
}

/** Returns whether the service gave the memory back. */
export function reportMemory({ storms, restMb, peakMb, afterMb }: MemoryReturn): boolean {
  const kept = (afterMb.at(-1) ?? Number.NaN) - restMb
  const isBack = kept <= limits.keptMb
  console.log(
    `one service, storms of ${storms.join(', ')}: ${megabytes([restMb])} at rest, ${megabytes([peakMb])} at most; ` +
      `every 10 s after the last: ${megabytes(afterMb)}; ${isBack ? 'back' : `over: it keeps ${megabytes([kept])} more`}`,
  )
  return isBack
}

function figuresOf(row: StormEffect, quietMs: readonly number[]) {
  const { operation, statuses, createsMs, healthzMs, memoryMb, stolenShare, failures } = row
  const p99 = percentile(createsMs, 99)
  const quietP99 = percentile(row.quietMs ?? quietMs, 99)
  const slowestCheck = Math.max(...healthzMs)
  const answers = Object.entries(statuses).map(([status, count]) => `${count}×${status}`)
  return {
    cells: [
      operation.id,
      answers.join(' '),
      String(createsMs.length),
      figure(p99),
      figure(quietP99),
      (p99 / quietP99).toFixed(2),
      figure(slowestCheck),
      memoryMb.toFixed(0),
      (stolenShare * 100).toFixed(1),
    ],
    over: [
      p99 > limits.p99Ratio * quietP99 && 'p99',
      slowestCheck > limits.healthzMs && 'healthz',
      memoryMb > limits.memoryMb && 'memory',
      failures.length > 0 && `failures: ${failures.slice(0, 3).join(', ')}`,
    ].filter((word) => word !== false),
  }
}

function megabytes(values: readonly number[]): string {
  return `${values.map((value) => value.toFixed(0)).join(', ')} MB`
}
