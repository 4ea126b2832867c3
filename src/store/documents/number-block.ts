import type { Family } from '@selfbill/pint-ae/document'
import type { NumberRange } from './spare-numbers.ts'

/** Numbers that an instance has reserved for one organisation and family. */
export interface NumberBlock {
  readonly orgId: string
  readonly family: Family
  first: number
  last: number
  next: number
  /** The lowest last. */
  readonly returned: number[]
  /** How many blocks in a row before this one ran into numbers that callers had used. */
  skips: number
  isSkipped: boolean
  refill: Promise<void> | undefined
}

/** An empty block: the first minted number reserves a full one. */
export function emptyBlock(orgId: string, family: Family): NumberBlock {
  return { orgId, family, first: 1, last: 0, next: 1, returned: [], skips: 0, isSkipped: false, refill: undefined }
}

export function putBack({ returned }: NumberBlock, value: number): void {
  const behind = returned.findLastIndex((other) => other > value)
  returned.splice(behind + 1, 0, value)
}

/** The lowest first: documents that are issued one after the other are numbered in their order. */
export function takeLowest({ returned }: NumberBlock): number | undefined {
  return returned.pop()
}

/** Empties a block and returns its unused numbers as ranges. */
export function takeRest(block: NumberBlock): readonly NumberRange[] {
  const { orgId, family, next, last } = block
  const ranges = [...block.returned.map((value) => ({ first: value, last: value })), { first: next, last }]
  block.returned.length = 0
  block.next = last + 1
  return ranges.filter((range) => range.first <= range.last).map((range) => ({ orgId, family, ...range }))
}

/** Whether the number belongs to the block, minted or not. */
export function isOf(block: NumberBlock, value: number): boolean {
  return block.first <= value && value <= block.last
}
