import { readFile } from 'node:fs/promises'
import { typstFile } from '@selfbill/printing'
import { createTypstCompiler, initOptions } from '@selfbill/printing/typst'
import { fontFiles } from './page-fonts.ts'
import { LayoutFailed, type Typst } from './typst.ts'

/**
 * Typst as WebAssembly, for platforms without a native one. It never frees memory, so its thread
 * must be replaced from time to time. Opening takes half a second.
 */
export async function openWasmTypst(): Promise<Typst> {
  const compiler = createTypstCompiler()
  const wasm = { module_or_path: await readFile(typstFile()) }
  const fonts = await Promise.all(fontFiles().map(async (file) => new Uint8Array(await readFile(file))))
  await compiler.init({ getModule: () => wasm, beforeBuild: [initOptions.loadFonts(fonts, { assets: false })] })
  compiler.addSource('/main.typ', await readFile(new URL('./page.typ', import.meta.url), 'utf8'))
  return {
    async pdf(data, ubl, logo) {
      compiler.mapShadow('/page.json', new TextEncoder().encode(data))
      if (ubl !== null) compiler.mapShadow('/document.xml', ubl)
      if (logo !== null) compiler.mapShadow('/logo', logo)
      const { result, diagnostics } = await compiler.compile({
        mainFilePath: '/main.typ',
        format: 1,
        diagnostics: 'full',
      })
      if (result === undefined) throw new LayoutFailed(diagnostics)
      return result
    },
  }
}
