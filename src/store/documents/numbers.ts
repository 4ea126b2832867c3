import type { Family } from '../../document/family.ts'
import { numberText, usualNumberFormat } from '../../document/number-format.ts'
import { integer, onlyRow } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/**
 * Document numbers for callers who send none: `PINV-000001`, or as the organisation's format has it. They come from blocks
 * reserved ahead, so that a number costs no round trip; what is left of a block when the process ends is a gap, which is
 * allowed. Source: decisions §2.
 */
export class Numbers {
  readonly #database: Database
  readonly #blocks = new Map<string, Block>()

  constructor(database: Database) {
    this.#database = database
  }

  async mint(orgId: string, family: Family, format = usualNumberFormat): Promise<MintedNumber> {
    const value = await this.#next(orgId, family)
    return { value, text: numberText(format, family, value) }
  }

  async #next(orgId: string, family: Family): Promise<number> {
    const block = this.#block(orgId, family)
    for (;;) {
      const returned = block.returned.pop()
      if (returned !== undefined) return returned
      if (block.next <= block.last) return block.next++
      // Everyone who finds the block used up waits for the same new one.
      block.refill ??= this.#refill(block, orgId, family)
      await block.refill
    }
  }

  /** The number was minted and not used: somebody else gets it. */
  giveBack(orgId: string, family: Family, { value }: MintedNumber): void {
    const block = this.#block(orgId, family)
    if (isOf(block, value)) block.returned.push(value)
  }

  /**
   * A caller had taken this minted number for a document of their own. Callers count upwards too, so the next number is
   * sought beyond the block, and each time in a row ten times as far.
   */
  skip(orgId: string, family: Family, { value }: MintedNumber): void {
    const block = this.#block(orgId, family)
    // Many creates may run into the same block at once: it is skipped once.
    if (block.isSkipped || !isOf(block, value)) return
    block.isSkipped = true
    block.next = block.last + 1
    block.returned.length = 0
  }

  /** Takes the next `size` numbers for the caller alone, whichever instance it is. */
  async reserve(
    orgId: string,
    family: Family,
    size: number,
  ): Promise<{ readonly first: number; readonly last: number }> {
    const rows = await this.#database.query(
      sql(
        `insert into number_blocks (org_id, family, last) values ($1, $2, $3)
         on conflict (org_id, family) do update set last = number_blocks.last + excluded.last returning last`,
        orgId,
        family,
        size,
      ),
    )
    const last = integer(onlyRow(rows), 'last')
    return { first: last - size + 1, last }
  }

  async #refill(block: Block, orgId: string, family: Family): Promise<void> {
    try {
      const skips = block.isSkipped ? block.skips + 1 : 0
      if (skips > 1) await this.reserve(orgId, family, blockSize * 10 ** Math.min(skips - 1, skipsMax))
      const { first, last } = await this.reserve(orgId, family, blockSize)
      Object.assign(block, { first, last, next: first, skips, isSkipped: false })
    } finally {
      block.refill = undefined
    }
  }

  #block(orgId: string, family: Family): Block {
    const key = `${orgId} ${family}`
    const known = this.#blocks.get(key)
    if (known !== undefined) return known
    const block: Block = { first: 1, last: 0, next: 1, returned: [], skips: 0, isSkipped: false, refill: undefined }
    if (this.#blocks.size >= blocksMax) this.#blocks.clear()
    this.#blocks.set(key, block)
    return block
  }
}

/** A number that was minted: as documents bear it, and as it was counted. */
export interface MintedNumber {
  readonly text: string
  readonly value: number
}

interface Block {
  first: number
  last: number
  next: number
  readonly returned: number[]
  /** How many blocks in a row ran into numbers that were taken, before this one. */
  skips: number
  isSkipped: boolean
  refill: Promise<void> | undefined
}

/** Large enough to make the round trip rare, small enough that a gap worries nobody. */
const blockSize = 100
const blocksMax = 20_000
const skipsMax = 6

function isOf(block: Block, value: number): boolean {
  return block.first <= value && value <= block.last
}
