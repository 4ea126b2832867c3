import { figure, printTable } from '../measure.ts'
import type { StormEffect } from './arena.ts'
import type { MemoryReturn } from './memory-return.ts'

/** Prints a row for each operation, the longest section of the main thread first. */
export function reportStorms(rows: readonly StormEffect[]): void {
  printTable(
    ['operation', 'its answers', 'creates', 'longest ms', 'MB', 'failures of the neighbour'],
    rows
      .toSorted((one, other) => other.longestMs - one.longestMs)
      .map(({ operation, statuses, creates, longestMs, memoryMb, failures }) => [
        operation.id,
        Object.entries(statuses)
          .map(([status, count]) => `${count}×${status}`)
          .join(' '),
        String(creates),
        figure(longestMs),
        memoryMb.toFixed(0),
        failures.slice(0, 3).join(', '),
      ]),
  )
}

export function reportMemory({ storms, restMb, peakMb, afterMb }: MemoryReturn): void {
  console.log(
    `one service, storms of ${storms.join(', ')}: ${megabytes([restMb])} at rest, ${megabytes([peakMb])} at most; ` +
      `every 10 s after the last: ${megabytes(afterMb)}`,
  )
}

function megabytes(values: readonly number[]): string {
  return `${values.map((value) => value.toFixed(0)).join(', ')} MB`
}
