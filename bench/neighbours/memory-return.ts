import { setTimeout } from 'node:timers/promises'
import type { Operation } from '../../src/api/operation.ts'
import { residentMbOf } from '../create.ts'
import type { Arena, Suffering } from './arena.ts'
import { kindOf } from './selection.ts'

const stormsMax = 5
const sampleEveryMs = 10_000
const samples = 6

/**
 * What one service still holds a minute after several storms of the heaviest operations, one after
 * the other.
 */
export async function memoryReturn(arena: Arena, rows: readonly Suffering[], stormMs: number): Promise<MemoryReturn> {
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
  /** Every ten seconds of the minute after the last storm. */
  readonly afterMb: readonly number[]
}

/** One of each kind: the four families would say the same. */
function heaviest(rows: readonly Suffering[]): readonly Operation[] {
  const kinds = new Map<string, Operation>()
  for (const { operation } of rows.toSorted((one, other) => other.memoryMb - one.memoryMb)) {
    const kind = kindOf(operation)
    if (!kinds.has(kind)) kinds.set(kind, operation)
  }
  return [...kinds.values()].slice(0, stormsMax)
}
