import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brunoCollection } from './generate/bruno/collection.ts'
import { chartFiles } from './generate/chart-files.ts'
import { codeListFiles } from './generate/code-list-rules.ts'
import { columnsDocument } from './generate/columns-document.ts'
import { errorAdvice, errorsDocument } from './generate/errors-document.ts'
import type { GeneratedFile } from './generate/generated-file.ts'
import { largeExample } from './generate/large-example.ts'
import { packageVersions } from './generate/package-versions.ts'
import { schemaFiles } from './generate/schema.ts'
import { settingsDocument } from './generate/settings-document.ts'
import { ublFields } from './generate/ubl-fields.ts'
import { xpathDocument } from './generate/xpath-document.ts'

/**
 * `npm run generate` writes the generated files of this repository. With `--check` it writes
 * nothing and fails when a file is out of date.
 */
const root = new URL('../', import.meta.url)
const isCheck = process.argv.includes('--check')

write([
  ...codeListFiles(),
  largeExample(),
  ublFields(),
  ...schemaFiles(),
  settingsDocument(),
  xpathDocument(),
  errorsDocument(),
  errorAdvice(),
  columnsDocument(),
  ...chartFiles(),
  ...packageVersions(),
])
// Imported only now: the catalogue reads files written above.
const { rulesDocument } = await import('./generate/rules-document.ts')
write([await rulesDocument()])
const { commandsDocument } = await import('./generate/commands-document.ts')
write([commandsDocument()])
const { clientTypes } = await import('./generate/client-types.ts')
const { apiShapesDocument } = await import('./generate/api-shapes-document.ts')
write([clientTypes(), apiShapesDocument(), ...brunoCollection()])

/** Writes the files that are out of date, or reports them. */
function write(files: readonly GeneratedFile[]): void {
  const stale = files.filter(({ path, text }) => textAt(path) !== text)
  for (const { path, text } of stale) {
    if (!isCheck) {
      const file = new URL(path, root)
      mkdirSync(new URL('.', file), { recursive: true })
      writeFileSync(file, text)
    }
    console.log(isCheck ? `${path} is out of date: run npm run generate` : `${path} written`)
  }
  if (isCheck && stale.length > 0) process.exitCode = 1
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, root), 'utf8')
  } catch {
    return undefined
  }
}
