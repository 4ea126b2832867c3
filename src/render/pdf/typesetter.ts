import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createTypstCompiler, createTypstFontBuilder, initOptions, type TypstCompiler } from '@myriaddreamin/typst.ts'
import type { Page } from '../page/page.ts'
import { wordsIn } from '../page/words.ts'
import { type Font, fontsFor, pageFonts, readFont } from './page-fonts.ts'
import { shapedTable } from './table-shapes.ts'

/**
 * Lays a page out as a PDF with its fonts inside: Arabic is shaped and set right to left, figures
 * within it left to right, tables go on over pages under their headings. The same page is the same
 * bytes. Typst does it; page.typ says how it looks. What has been laid out stays in its memory,
 * which cannot be given back: whoever holds a typesetter replaces it now and then.
 */
export class Typesetter {
  readonly #compiler: TypstCompiler
  readonly #fonts: Map<Font, readonly Uint8Array[]>
  readonly #shortRowsMax: number
  #roomFiles = 0

  private constructor(compiler: TypstCompiler, fonts: Map<Font, readonly Uint8Array[]>, shortRowsMax: number) {
    this.#compiler = compiler
    this.#fonts = fonts
    this.#shortRowsMax = shortRowsMax
  }

  /**
   * Reads the layout and the fonts of every page; takes half a second. A table of more rows than
   * `shortRowsMax` is laid out in the way that costs less and looks the same.
   */
  static async open(shortRowsMax = 1000): Promise<Typesetter> {
    const compiler = createTypstCompiler()
    const fonts = new Map<Font, readonly Uint8Array[]>()
    for (const font of pageFonts) fonts.set(font, await readFont(font))
    const wasm = { module_or_path: await readFile(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) }
    await compiler.init({
      getModule: () => wasm,
      beforeBuild: [initOptions.loadFonts([...fonts.values()].flat(), { assets: false })],
    })
    compiler.addSource('/main.typ', await readFile(new URL('./page.typ', import.meta.url), 'utf8'))
    return new Typesetter(compiler, fonts, shortRowsMax)
  }

  async pdf(page: Page): Promise<Uint8Array> {
    this.#makeRoom(page)
    this.#compiler.mapShadow('/page.json', new TextEncoder().encode(await this.#dataOf(page)))
    const { result, diagnostics } = await this.#compiler.compile({
      mainFilePath: '/main.typ',
      format: 1,
      diagnostics: 'full',
    })
    if (result === undefined) throw new Error(`the PDF could not be laid out: ${JSON.stringify(diagnostics)}`)
    return result
  }

  /** The page as the layout reads it. */
  async #dataOf(page: Page): Promise<string> {
    const words = wordsIn(page.language)
    const blocks = page.blocks.map((block) => (block.kind === 'table' ? shapedTable(block, this.#shortRowsMax) : block))
    const fonts = await this.#fontsOf(page)
    return JSON.stringify({ ...page, blocks, fonts, pageWords: { page: words.page, of: words.pageOf } })
  }

  /** The families of the page; those of other scripts are read when the first page has them. */
  async #fontsOf(page: Page): Promise<readonly string[]> {
    const others = fontsFor(JSON.stringify(page))
    const missing = others.filter((font) => !this.#fonts.has(font))
    if (missing.length > 0) {
      for (const font of missing) this.#fonts.set(font, await readFont(font))
      const builder = createTypstFontBuilder()
      await builder.init()
      for (const file of [...this.#fonts.values()].flat()) await builder.addFontData(file)
      await builder.build(async (fonts) => this.#compiler.setFonts(fonts))
    }
    return [...pageFonts, ...others].map(({ family }) => family)
  }

  /**
   * Takes the memory a long page will need in few steps. Typst's own are of 64 kB, and after each
   * few the engine collects garbage and finds none: of ten thousand lines, most of the time went
   * there.
   */
  #makeRoom(page: Page): void {
    const files = Math.floor(layoutBytes(page) / roomFile.length)
    if (files <= this.#roomFiles) return
    this.#roomFiles = files
    const names = Array.from({ length: files }, (_, at) => `/room-${at}`)
    for (const name of names) this.#compiler.mapShadow(name, roomFile)
    for (const name of names) this.#compiler.unmapShadow(name)
  }
}

const require = createRequire(import.meta.url)

const roomFile = new Uint8Array(16_000_000)

/**
 * About what the layout of the tables takes: so much for a row, and for each text that is not there
 * twice. Measured.
 */
function layoutBytes(page: Page): number {
  const texts = new Set<string>()
  let rows = 0
  for (const block of page.blocks) {
    if (block.kind !== 'table') continue
    rows += block.rows.length
    for (const { main, below } of block.rows.flat())
      for (const piece of [main, ...below]) texts.add('figure' in piece ? piece.figure : piece.words)
  }
  return rows * 60_000 + texts.size * 8_000
}
