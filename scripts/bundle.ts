import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { writeOpenApi } from '../src/service/openapi-text.ts'
import { compiledCatalogue, compiledRules } from './compiled-rules.ts'

/**
 * Writes the code of `src` into few files: the command line and the script of each thread keep
 * their places below `folder`, and the parts that they share are in `chunks`. What is imported
 * dynamically stays apart, and is read when it is needed. Of the packages only our own and TypeBox
 * are inside: it is 500 modules, and the others stay packages, which an operator can audit and replace. Files
 * that the code reads, such as rule files and style sheets, are copied to their places. What a clone
 * makes from its sources is written: our rules, their catalogue, and the OpenAPI document.
 *
 * @throws when a script of a thread is missing, or the bundler has a warning
 */
export async function bundle(src: string, folder: string): Promise<void> {
  const entries = [join(src, 'cli/main.ts'), ...threadScripts(src)]
  const build = await rolldown({
    input: Object.fromEntries(entries.map((path) => [placeIn(src, path).replace(/\.ts$/, ''), path])),
    platform: 'node',
    external: (id) => isPackage(id) && !isInside(id),
    transform: { target: 'node22.19' },
    plugins: [ownAddresses(src), writtenModules(src)],
    // The written modules name their neighbours as they are called in the published library.
    resolve: { extensionAlias: { '.js': ['.js', '.ts'] } },
    onLog(_level, { code, message }) {
      // What ownAddresses replaces stays on its line, so the source maps remain right.
      if (code !== 'SOURCEMAP_BROKEN') throw new Error(message)
    },
  })
  await build.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await build.close()
  for (const place of [src, rulesOf(src)])
    cpSync(place, resolve(folder, relative(src, place)), { recursive: true, filter: (path) => !path.endsWith('.ts') })
  writeFileSync(join(folder, '../openapi.json'), await writeOpenApi())
}

/** The package whose rule files the service reads; they keep their place beside src/. */
function rulesOf(src: string): string {
  return join(src, '../pint-ae/src')
}

/** Not a path or one of the bundler's own modules. */
function isPackage(id: string): boolean {
  return /^[@\w]/.test(id) && !isAbsolute(id)
}

/** Our own packages, TypeBox, and the bundler's own helpers. */
function isInside(id: string): boolean {
  return /^(typebox|@selfbill\/(?:pint-ae|schematron)|@oxc-project\/runtime)(\/|$)/.test(id)
}

/** Each thread is started with `scriptBeside(import.meta.url, NAME)`. */
function threadScripts(src: string): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(src, name), 'utf8')
      const calls = text.matchAll(/\bscriptBeside\(import\.meta\.url, '([^']+)'\)/g)
      return Array.from(calls, ([, script]) => resolve(src, dirname(name), `${script}.ts`))
    })
}

/**
 * Modules find the files beside them, such as rule files and threads, by `import.meta.url`. In a
 * chunk it is the address that the module would have by itself.
 */
function ownAddresses(src: string): Plugin {
  return {
    name: 'own-addresses',
    transform(code, id) {
      const isOurs = [src, rulesOf(src)].some((place) => id.startsWith(place + sep))
      if (!isOurs || !code.includes('import.meta.')) return null
      if (/import\.meta\.(dirname|filename)/.test(code)) throw new Error(`${id}: use import.meta.url`)
      const place = placeIn(src, id).replace(/\.ts$/, '.js')
      return { code: code.replaceAll('import.meta.url', `ownAddress(${JSON.stringify(place)})`), map: null }
    },
    renderChunk(code, { fileName }) {
      const address = (_: string, place: string) => {
        const from = posix.relative(posix.dirname(fileName), place)
        return `new URL(${JSON.stringify(from)}, import.meta.url).href`
      }
      return code.includes('ownAddress(') ? { code: code.replaceAll(/\bownAddress\("([^"]+)"\)/g, address) } : null
    },
  }
}

/** In their places, what `npm run build` writes into the library. */
function writtenModules(src: string): Plugin {
  const rulebook = join(rulesOf(src), 'rulebook')
  const written = new Map([
    [join(rulebook, 'rules-from-files.ts'), compiledRules],
    [join(rulebook, 'catalogue/catalogue-from-files.ts'), compiledCatalogue],
  ])
  return {
    name: 'written-modules',
    load(id) {
      const write = written.get(id)
      return write === undefined ? null : { code: write(), map: null }
    },
  }
}

function placeIn(src: string, path: string): string {
  return relative(src, path).replaceAll(sep, '/')
}
