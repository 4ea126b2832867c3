import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createTypstCompiler, initOptions, type TypstCompiler } from '@myriaddreamin/typst.ts'
import type { Page } from './page.ts'
import { wordsIn } from './words.ts'

/**
 * Lays a page out as a PDF with its fonts inside: Arabic is shaped and set right to left, figures within it left to right, tables
 * go on over pages under their headings. The same page is the same bytes. Typst does it; page.typ says how it looks.
 */
export class Typesetter {
  readonly #compiler: TypstCompiler

  private constructor(compiler: TypstCompiler) {
    this.#compiler = compiler
  }

  /** Reads the fonts and the layout once; takes half a second. */
  static async open(): Promise<Typesetter> {
    const compiler = createTypstCompiler()
    const fonts = await Promise.all(
      fontFiles.map(async (file) => new Uint8Array(await readFile(require.resolve(file)))),
    )
    const wasm = { module_or_path: await readFile(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) }
    await compiler.init({
      getModule: () => wasm,
      beforeBuild: [initOptions.loadFonts(fonts, { assets: false })],
    })
    compiler.addSource('/main.typ', await readFile(new URL('./page.typ', import.meta.url), 'utf8'))
    return new Typesetter(compiler)
  }

  async pdf(page: Page): Promise<Uint8Array> {
    const words = wordsIn(page.language)
    const data = { ...page, pageWords: { page: words.page, of: words.pageOf } }
    this.#compiler.mapShadow('/page.json', new TextEncoder().encode(JSON.stringify(data)))
    const { result, diagnostics } = await this.#compiler.compile({
      mainFilePath: '/main.typ',
      format: 1,
      diagnostics: 'full',
    })
    if (result === undefined) throw new Error(`the PDF could not be laid out: ${JSON.stringify(diagnostics)}`)
    return result
  }
}

const require = createRequire(import.meta.url)

const fontFiles = [
  ['noto-sans', '400Regular/NotoSans_400Regular.ttf'],
  ['noto-sans', '700Bold/NotoSans_700Bold.ttf'],
  ['noto-naskh-arabic', '400Regular/NotoNaskhArabic_400Regular.ttf'],
  ['noto-naskh-arabic', '700Bold/NotoNaskhArabic_700Bold.ttf'],
].map((path) => join('@expo-google-fonts', ...path))
