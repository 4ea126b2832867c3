import { readFile } from 'node:fs/promises'
import { createTypstCompiler, createTypstFontBuilder, initOptions, type TypstCompiler } from '@myriaddreamin/typst.ts'
import type { Page } from '../page/page.ts'
import { type Layout, layoutOf } from './layout.ts'
import { type Font, pageFonts, readFont } from './page-fonts.ts'
import { readTypst, type TypstModule } from './typst-module.ts'

/**
 * Lays out a page as a PDF with embedded fonts. Arabic is shaped and set right to left, figures in
 * it left to right; tables continue over pages with their headings. The same page gives the same
 * bytes. Typst does the layout; page.typ has the design. Typst never frees its memory, so a
 * typesetter must be replaced from time to time.
 */
export class Typesetter {
  readonly #compiler: TypstCompiler
  readonly #fonts: Map<string, readonly Uint8Array[]>
  #roomFiles = 0

  private constructor(compiler: TypstCompiler, fonts: Map<string, readonly Uint8Array[]>) {
    this.#compiler = compiler
    this.#fonts = fonts
  }

  /**
   * Reads the layout and the fonts of every page. Takes half a second, or 0.1 seconds when Typst is
   * already compiled.
   */
  static async open(typst?: TypstModule): Promise<Typesetter> {
    const compiler = createTypstCompiler()
    const fonts = new Map<string, readonly Uint8Array[]>()
    for (const font of pageFonts) fonts.set(font.family, await readFont(font))
    const wasm = { module_or_path: typst ?? (await readTypst()) }
    await compiler.init({
      getModule: () => wasm,
      beforeBuild: [initOptions.loadFonts([...fonts.values()].flat(), { assets: false })],
    })
    compiler.addSource('/main.typ', await readFile(new URL('./page.typ', import.meta.url), 'utf8'))
    return new Typesetter(compiler, fonts)
  }

  pdf(page: Page, shortRowsMax?: number): Promise<Uint8Array> {
    return this.typeset(layoutOf(page, shortRowsMax))
  }

  async typeset({ data, fonts, bytes }: Layout): Promise<Uint8Array> {
    await this.#readFonts(fonts)
    this.#makeRoom(bytes)
    this.#compiler.mapShadow('/page.json', new TextEncoder().encode(data))
    const { result, diagnostics } = await this.#compiler.compile({
      mainFilePath: '/main.typ',
      format: 1,
      diagnostics: 'full',
    })
    if (result === undefined) throw new Error(`the PDF could not be laid out: ${JSON.stringify(diagnostics)}`)
    return result
  }

  /** Fonts of other scripts are read when a page first needs them. */
  async #readFonts(fonts: readonly Font[]): Promise<void> {
    const missing = fonts.filter(({ family }) => !this.#fonts.has(family))
    if (missing.length === 0) return
    for (const font of missing) this.#fonts.set(font.family, await readFont(font))
    const builder = createTypstFontBuilder()
    await builder.init()
    for (const file of [...this.#fonts.values()].flat()) await builder.addFontData(file)
    await builder.build(async (fonts) => this.#compiler.setFonts(fonts))
  }

  /**
   * Grows the memory for a long page in a few large steps. Typst grows it by 64 kB, and after every
   * few steps the engine collects garbage and finds nothing, which took most of the time.
   */
  #makeRoom(bytes: number): void {
    const files = Math.floor(bytes / roomFile.length)
    if (files <= this.#roomFiles) return
    this.#roomFiles = files
    const names = Array.from({ length: files }, (_, at) => `/room-${at}`)
    for (const name of names) this.#compiler.mapShadow(name, roomFile)
    for (const name of names) this.#compiler.unmapShadow(name)
  }
}

const roomFile = new Uint8Array(16_000_000)
