import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fontFiles } from './page-fonts.ts'
import { LayoutFailed, type Typst } from './typst.ts'

/**
 * Typst as machine code: three to four times as fast as WebAssembly, and its memory is used again.
 * Undefined where `@selfbill/printing` has none for this platform. Opening takes 50 ms.
 */
export async function openNativeTypst(): Promise<Typst | undefined> {
  const NodeCompiler = await nativeCompiler()
  if (NodeCompiler === undefined) return undefined
  // It also finds the fonts of the system. Ours come first, and page.typ names only ours.
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [...fontFiles()] }] })
  const main = join(folder, 'page.typ')
  compiler.addSource(main, await readFile(main, 'utf8'))
  return {
    async pdf(data, ubl, logo) {
      compiler.mapShadow(join(folder, 'page.json'), Buffer.from(data))
      if (ubl !== null) compiler.mapShadow(join(folder, 'document.xml'), Buffer.from(ubl))
      if (logo !== null) compiler.mapShadow(join(folder, 'logo'), Buffer.from(logo))
      try {
        const compiled = compiler.compile({ mainFilePath: main })
        if (compiled.result === null) throw new LayoutFailed(diagnosticsOf(compiled.takeDiagnostics()))
        return compiler.pdf(compiled.result)
      } finally {
        // What a short page has in common with the pages before it is laid out once.
        compiler.evictCache(data.length > shortDataMax ? 0 : keptPages)
      }
    },
  }

  function diagnosticsOf(error: Parameters<typeof compiler.fetchDiagnostics>[0] | null): unknown {
    return error === null ? [] : compiler.fetchDiagnostics(error)
  }
}

/** Whether this platform has it. */
export async function isTypstNative(): Promise<boolean> {
  return (await nativeCompiler()) !== undefined
}

async function nativeCompiler() {
  try {
    return (await import('@selfbill/printing/native')).NodeCompiler
  } catch {
    return undefined
  }
}

/** Typst sees the files of this folder, and no others. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const keptPages = 2
/** Some hundred lines. */
const shortDataMax = 200_000
