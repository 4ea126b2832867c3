import { setTimeout } from 'node:timers/promises'
import type { Operation } from '../../src/api/operation.ts'
import { residentMbOf } from '../measure.ts'
import type { Arena, StormEffect } from './arena.ts'
import { kindOf } from './selection.ts'

const stormsMax = 5
const sampleEveryMs = 10_000
const samples = 6

/**
 * The memory that one service still holds a minute after several storms of the heaviest operations.
 */
export async function memoryReturn(arena: Arena, rows: readonly StormEffect[], stormMs: number): Promise<MemoryReturn> {
  await arena.clear()
  const service = await arena.ready()
  const restMb = residentMbOf(service.pid)
  const operations = heaviest(rows)
  let peakMb = 0
  for (const operation of operations)
    peakMb = Math.max(peakMb, (await arena.stormOn(service, operation, stormMs)).memoryMb)
  const afterMb: number[] = []
  for (let at = 0; at < samples; at += 1) {
    await setTimeout(sampleEveryMs)
    afterMb.push(residentMbOf(service.pid))
  }
  return { storms: operations.map(({ id }) => id), restMb, peakMb, afterMb }
}

export interface MemoryReturn {
  readonly storms: readonly string[]
  readonly restMb: number
  readonly peakMb: number
  /** One sample every ten seconds of the minute after the last storm. */
  readonly afterMb: readonly number[]
}

/** One operation of each kind: the four families behave alike. */
function heaviest(rows: readonly StormEffect[]): readonly Operation[] {
  const kinds = new Map<string, Operation>()
  for (const { operation } of rows.toSorted((one, other) => other.memoryMb - one.memoryMb)) {
    const kind = kindOf(operation)
    if (!kinds.has(kind)) kinds.set(kind, operation)
  }
  return [...kinds.values()].slice(0, stormsMax)
}
