import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run build` writes the code of the packages: dist/ for `selfbill`, client/dist/ for
 * `@selfbill/client`, and likewise for `@selfbill/schematron` and `@selfbill/pint-ae`. The TypeScript
 * compiler checks all of it, and writes JavaScript, source maps and declarations of the libraries.
 * The rules of pint-ae become code (compiled-rules.ts). The service, which exports nothing, is
 * bundled (bundle.ts), because a start with few files is faster.
 */
const root = join(import.meta.dirname, '..')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

if (!existsSync(compiler)) {
  console.error('The build needs the development packages. Run "npm ci" first.')
  process.exit(1)
}
for (const folder of ['dist', 'client/dist', 'pint-ae/dist', 'schematron/dist'])
  rmSync(join(root, folder), { recursive: true, force: true })
compile('tsconfig.build.json')
compile('client/tsconfig.json', 'client/dist')
compile('schematron/tsconfig.json', 'schematron/dist')
compile('pint-ae/tsconfig.json', 'pint-ae/dist')
// Not earlier: these need development packages, too.
const { compiledCatalogue, compiledRules } = await import('./compiled-rules.ts')
writeFileSync(join(root, 'pint-ae/dist/rulebook/compiled-rules.js'), compiledRules())
writeFileSync(join(root, 'pint-ae/dist/rulebook/catalogue/compiled-catalogue.js'), compiledCatalogue())
const { bundle } = await import('./bundle.ts')
await bundle(join(root, 'src'), join(root, 'dist/src'))

/** `folder`: where declarations are written, if any are. */
function compile(project: string, folder?: string): void {
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  if (folder === undefined) return
  // The compiler renames imported files in JavaScript alone. Not every reader of declarations finds
  // x.d.ts when it is named x.ts.
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(root, folder, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replaceAll(/\b(from |import\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'))
  }
}
