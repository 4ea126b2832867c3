import { type Family, numberText, usualNumberFormat } from '@selfbill/pint-ae/document'
import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'
import { integer, onlyRow } from '../database/columns.ts'
import { type Database, inPassing, OutcomeUnknown, sql } from '../database/database.ts'
import { emptyBlock, isOf, type NumberBlock, putBack, takeLowest, takeRest } from './number-block.ts'
import { addSpareNumbers, takeSpareNumbers } from './spare-numbers.ts'

/**
 * Mints document numbers for requests without one: `PINV-000001`, or in the organisation's format.
 * Blocks are reserved ahead, so that a number costs no round trip. Unused numbers are given back at
 * a clean stop (`giveBackRest`) and when a block leaves the cache. A crash leaves a gap, which is
 * allowed. Source: docs/contract.md#documents, docs/decisions/0051.
 */
export class Numbers {
  readonly #database: Database
  readonly #blocks: LRUCache<string, NumberBlock>
  readonly #inUse = new Set<Promise<unknown>>()

  constructor(database: Database, blocksMax = 20_000) {
    this.#database = database
    this.#blocks = new LRUCache({ ...atMost(blocksMax), dispose: (block) => this.#giveUp(block) })
  }

  /**
   * Mints a number for work that stores a document with it and returns the number's fate. If the
   * work throws, the number can be minted again, unless the outcome in the database is unknown.
   */
  async lend<Result>(
    orgId: string,
    family: Family,
    format: string | undefined,
    work: (number: MintedNumber) => Promise<{ readonly fate: NumberFate; readonly result: Result }>,
  ): Promise<Result> {
    const using = this.#lend(orgId, family, format, work)
    this.#inUse.add(using)
    return using.finally(() => this.#inUse.delete(using))
  }

  async #lend<Result>(
    orgId: string,
    family: Family,
    format: string | undefined,
    work: (number: MintedNumber) => Promise<{ readonly fate: NumberFate; readonly result: Result }>,
  ): Promise<Result> {
    const number = await this.mint(orgId, family, format)
    try {
      const { fate, result } = await work(number)
      if (fate === 'unused') this.giveBack(orgId, family, number)
      if (fate === 'taken') this.skip(orgId, family, number)
      return result
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) this.giveBack(orgId, family, number)
      throw error
    }
  }

  /**
   * Gives back every unused number at a clean stop; any instance mints them before new ones. Waits
   * for work that still holds a number, and gives that number back too unless it was used.
   */
  async giveBackRest(): Promise<void> {
    for (;;) {
      const isLast = this.#inUse.size === 0
      await addSpareNumbers(
        this.#database,
        [...this.#blocks.values()].flatMap((block) => takeRest(block)),
      )
      if (isLast) return
      await Promise.allSettled(this.#inUse)
    }
  }

  #giveUp(block: NumberBlock): void {
    // If this fails, the numbers become a gap.
    const adding = addSpareNumbers(this.#database, takeRest(block)).catch(() => undefined)
    this.#inUse.add(adding)
    adding.finally(() => this.#inUse.delete(adding))
  }

  async mint(orgId: string, family: Family, format = usualNumberFormat): Promise<MintedNumber> {
    const value = await this.#next(orgId, family)
    return { value, text: numberText(format, family, value) }
  }

  async #next(orgId: string, family: Family): Promise<number> {
    const block = this.#block(orgId, family)
    for (;;) {
      const returned = takeLowest(block)
      if (returned !== undefined) return returned
      if (block.next <= block.last) return block.next++
      // All requests that find the block empty wait for the same new one.
      block.refill ??= this.#refill(block, orgId, family)
      await block.refill
    }
  }

  /** Makes an unused number available to other requests. */
  giveBack(orgId: string, family: Family, { value }: MintedNumber): void {
    const block = this.#block(orgId, family)
    // Callers may have used any number in a skipped block.
    if (!block.isSkipped || !isOf(block, value)) putBack(block, value)
  }

  /**
   * A caller already used this number. Callers count upwards too, so minting jumps past the block,
   * ten times as far with each jump in a row.
   */
  skip(orgId: string, family: Family, { value }: MintedNumber): void {
    const block = this.#block(orgId, family)
    // Many creates may hit the same block at once: skip it once.
    if (block.isSkipped || !isOf(block, value)) return
    block.isSkipped = true
    block.next = block.last + 1
    block.returned.length = 0
  }

  /** Reserves the next `size` numbers for this instance alone. */
  async reserve(
    orgId: string,
    family: Family,
    size: number,
  ): Promise<{ readonly first: number; readonly last: number }> {
    const rows = await this.#database.query(
      inPassing(
        sql(
          `insert into number_blocks (org_id, family, last) values ($1, $2, $3)
           on conflict (org_id, family) do update set last = number_blocks.last + excluded.last returning last`,
          orgId,
          family,
          size,
        ),
      ),
    )
    const last = integer(onlyRow(rows), 'last')
    return { first: last - size + 1, last }
  }

  async #refill(block: NumberBlock, orgId: string, family: Family): Promise<void> {
    try {
      const skips = block.isSkipped ? block.skips + 1 : 0
      if (skips > 1) await this.reserve(orgId, family, blockSize * 10 ** Math.min(skips - 1, skipsMax))
      // Spare numbers are lower, so they would not get past the numbers that callers used.
      const spare = block.isSkipped ? undefined : await takeSpareNumbers(this.#database, orgId, family)
      const { first, last } = spare ?? (await this.reserve(orgId, family, blockSize))
      Object.assign(block, { first, last, next: first, skips, isSkipped: false })
    } finally {
      block.refill = undefined
    }
  }

  #block(orgId: string, family: Family): NumberBlock {
    const key = `${orgId} ${family}`
    const known = this.#blocks.get(key)
    if (known !== undefined) return known
    const block = emptyBlock(orgId, family)
    this.#blocks.set(key, block)
    return block
  }
}

/** A minted number as text on the document, and as an integer. */
export interface MintedNumber {
  readonly text: string
  readonly value: number
}

/** The fate of a lent number. `taken`: a document that a caller numbered already has it. */
export type NumberFate = 'used' | 'unused' | 'taken'

/** Large enough to make round trips rare, small enough to keep gaps small. */
const blockSize = 100
const skipsMax = 6
