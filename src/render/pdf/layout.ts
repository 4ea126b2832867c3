import type { Block, Page } from '../page/page.ts'
import { wordsIn } from '../page/words.ts'
import { type Font, fontsFor, pageFonts } from './page-fonts.ts'
import { isTable, shapedTable } from './table-shapes.ts'

/** The input of the typesetter for a page. It moves between threads. */
export interface Layout {
  /** JSON that page.typ reads. */
  readonly data: string
  /** Fonts in addition to those of every page. */
  readonly fonts: readonly Font[]
  /** Approximate memory of the layout. */
  readonly bytes: number
}

/** The parts of a page that page.typ lays out separately: a section, or the feet of all pages. */
export type Part = { readonly continues: boolean } | { readonly feet: number }

/**
 * The layout of a whole page. A table of more than `shortRowsMax` rows uses a cheaper layout that
 * looks the same.
 */
export function layoutOf(page: Page, shortRowsMax = usualShortRowsMax): Layout {
  return layoutWith(
    { ...page, blocks: page.blocks.map((block) => shaped(block, shortRowsMax)) },
    fontsFor([JSON.stringify(page)]),
    null,
  )
}

export function shaped(block: Block, shortRowsMax = usualShortRowsMax): Block {
  return isTable(block) ? shapedTable(block, shortRowsMax) : block
}

/** Whether the page is laid out in sections: its first table has more than 2,000 rows. */
export function isLong(page: Page): boolean {
  const table = page.blocks.find(isTable)
  return table !== undefined && table.rows.length > wholeRowsMax
}

/** The layout of a page whose tables already have their shapes. */
export function layoutWith(page: Page, others: readonly Font[], part: Part | null): Layout {
  const words = wordsIn(page.language)
  const fonts = [...pageFonts, ...others].map(({ family }) => family)
  return {
    data: JSON.stringify({ ...page, fonts, pageWords: { page: words.page, of: words.pageOf }, part }),
    fonts: others,
    bytes: tableBytes(page.blocks),
  }
}

/** Measured memory of the layout of tables: a share per row and a share per character. */
function tableBytes(blocks: readonly Block[]): number {
  const texts = new Set<string>()
  let rows = 0
  for (const block of blocks) {
    if (block.kind !== 'table') continue
    rows += block.rows.length
    for (const { main, below } of block.rows.flat())
      for (const piece of [main, ...below]) texts.add('figure' in piece ? piece.figure : piece.words)
  }
  return rows * 60_000 + texts.size * 8_000
}

const usualShortRowsMax = 1000
const wholeRowsMax = 2000
