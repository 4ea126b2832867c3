import { randomUUID } from 'node:crypto'

/**
 * A mark for a row, which no other write has: a change that expects another mark finds the row
 * changed. Nobody sees, orders or compares it otherwise, so a simulation needs no seed for it.
 */
export function newMark(): string {
  return randomUUID()
}
