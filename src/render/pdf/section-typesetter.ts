import { type ThreadLimits, WorkThread } from '../../threads/work-thread.ts'
import type { Block, Page } from '../page/page.ts'
import { JoinedPdf } from './joined-pdf.ts'
import { type Layout, layoutWith, type Part, shaped } from './layout.ts'
import { fontsFor } from './page-fonts.ts'
import { lastCut } from './section-cut.ts'
import { isTable, TableShapes } from './table-shapes.ts'
import { TaggedPdf } from './tagged-pdf.ts'
import { compileTypst } from './typst-module.ts'

/**
 * Lays out a page with a long table in sections. Each section has its own thread, whose memory
 * returns to the system afterwards. The result looks like one layout: a section ends with a page,
 * the next begins with the following row, and the feet are added when the number of pages is known.
 */
export class SectionTypesetter {
  readonly #thread: SectionThread
  readonly #sectionRows: number

  private constructor(thread: SectionThread, sectionRows: number) {
    this.#thread = thread
    this.#sectionRows = sectionRows
  }

  /** Takes 0.3 seconds. `sectionRows`: rows in a section. */
  static async open(sectionRows = usualSectionRows): Promise<SectionTypesetter> {
    const typst = await compileTypst()
    return new SectionTypesetter(new WorkThread(script, { typst }, limits), sectionRows)
  }

  async pdf(page: Page): Promise<Uint8Array> {
    const table = page.blocks.find(isTable)
    if (table === undefined) throw new Error('a page without a table has no sections')
    const place = page.blocks.indexOf(table)
    const shapes = new TableShapes(table)
    const others = fontsFor(textsOf(page))
    const [before, after] = [page.blocks.slice(0, place), page.blocks.slice(place + 1).map((block) => shaped(block))]
    const typeset = async (blocks: readonly Block[], part: Part) =>
      TaggedPdf.read(await this.#typeset(layoutWith({ ...page, blocks }, others, part)))
    const joined = new JoinedPdf()
    const { length } = table.rows
    for (let [from, count] = [0, this.#sectionRows]; from < length; ) {
      const isLast = from + count >= length
      const blocks = [...(from === 0 ? before : []), shapes.slice(from, from + count), ...(isLast ? after : [])]
      const section = await typeset(blocks, { continues: from > 0 })
      const cut = isLast ? undefined : lastCut(section)
      if (isLast || cut !== undefined) {
        joined.add(section, cut)
        from += cut?.rows ?? count
        count = this.#sectionRows
      } else count *= 2
    }
    return joined.finish(await typeset([], { feet: joined.pages }))
  }

  /** Stops the current layout. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  #typeset(layout: Layout): Promise<Uint8Array> {
    return this.#thread.run({ orgId: '', size: layout.data.length, begin: () => ({ order: layout }) })
  }
}

/** All texts of the page, one row at a time. */
function* textsOf(page: Page): Iterable<string> {
  yield JSON.stringify({ ...page, blocks: page.blocks.filter((block) => !isTable(block)) })
  for (const block of page.blocks)
    if (block.kind === 'table') for (const row of [block.title, block.columns, ...block.rows]) yield JSON.stringify(row)
}

type SectionThread = WorkThread<Layout, Uint8Array>

const script = new URL('./section-thread.ts', import.meta.url)

/** The printer thread has the limits that matter; these are the same. */
const limits: ThreadLimits = {
  jobMs: 120_000,
  heap: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
  idleMs: 1_000,
  waitingMax: 1,
  waitingOfOneMax: 1,
  doneMax: 0,
}

const usualSectionRows = 1000
