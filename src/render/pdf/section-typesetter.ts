import type { Page } from '@selfbill/pint-ae/page'
import { scriptBeside } from '../../threads/script-beside.ts'
import { type PoolLimits, ThreadPool } from '../../threads/thread-pool.ts'
import { JoinedPdf } from './joined-pdf.ts'
import { type LaidBlock, type Layout, laidPage, layoutOf, type Part } from './layout.ts'
import { isTypstNative } from './native-typst.ts'
import { type Cut, lastCut } from './section-cut.ts'
import { TaggedPdf } from './tagged-pdf.ts'

/**
 * Lays out a page with a long table in sections, so that the memory of one is used again for the
 * next. The result looks like one layout: a section ends with a page, the next begins with the
 * following row, and the feet are added when the number of pages is known. A thread lays out a
 * section while this one joins the section before.
 */
export class SectionTypesetter {
  readonly #thread: SectionThread
  readonly #sectionRows: number

  private constructor(thread: SectionThread, sectionRows: number) {
    this.#thread = thread
    this.#sectionRows = sectionRows
  }

  /** `sectionRows`: rows in a section. */
  static async open(sectionRows = usualSectionRows): Promise<SectionTypesetter> {
    // WebAssembly never frees memory: a thread for each section.
    const doneMax = (await isTypstNative()) ? Number.POSITIVE_INFINITY : 0
    return new SectionTypesetter(new ThreadPool(script, undefined, { ...limits, doneMax }), sectionRows)
  }

  /** In a table of more than `cellsMax` rows, the figures of a row share a cell. */
  async pdf(page: Page, ubl: Uint8Array | null = null, cellsMax?: number): Promise<Uint8Array> {
    const laid = laidPage(page, cellsMax)
    const place = laid.blocks.findIndex(({ kind }) => kind === 'table')
    const table = laid.blocks[place]
    if (table?.kind !== 'table') throw new Error('a page without a table has no sections')
    const [before, after] = [laid.blocks.slice(0, place), laid.blocks.slice(place + 1)]
    const typeset = (part: Part, blocks: readonly LaidBlock[]) =>
      this.#typeset(layoutOf(laid, { part, blocks, ubl: isFirst(part) ? ubl : null }))
    const begin = (from: number, count: number): Section => {
      const isLast = from + count >= table.rows.length
      const rows = { ...table, rows: table.rows.slice(from, from + count) }
      const pdf = typeset({ continues: from > 0 }, [...(from === 0 ? before : []), rows, ...(isLast ? after : [])])
      // It is awaited later, and may fail meanwhile.
      pdf.catch(() => undefined)
      return { from, count, isLast, pdf }
    }

    const joined = new JoinedPdf()
    let section: Section | undefined = begin(0, this.#sectionRows)
    while (section !== undefined) {
      const { from, count, isLast, pdf }: Section = section
      const tagged = await TaggedPdf.read(await pdf)
      const cut: Cut | undefined = isLast ? undefined : lastCut(tagged)
      if (isLast || cut !== undefined) {
        section = cut && begin(from + cut.rows, this.#sectionRows)
        joined.add(tagged, cut)
      } else section = begin(from, count * 2)
    }
    return joined.finish(await TaggedPdf.read(await typeset({ feet: joined.pages }, [])))
  }

  /** Stops the current layout. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  #typeset(layout: Layout): Promise<Uint8Array> {
    return this.#thread.run({ orgId: '', size: layout.data.length, begin: () => ({ order: layout }) })
  }
}

interface Section {
  /** The first row, and the number of rows. */
  readonly from: number
  readonly count: number
  readonly isLast: boolean
  readonly pdf: Promise<Uint8Array>
}

/** The first section is the frame of the joined PDF, so it has the UBL document. */
function isFirst(part: Part): boolean {
  return 'continues' in part && !part.continues
}

type SectionThread = ThreadPool<Layout, Uint8Array>

const script = scriptBeside(import.meta.url, './section-thread')

/** The printer thread has the limits that matter; these are the same. */
const limits: Omit<PoolLimits, 'doneMax'> = {
  jobMs: 120_000,
  heap: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
  idleMs: 1_000,
  waitingMax: 1,
  waitingOfOneMax: 1,
}

const usualSectionRows = 1000
