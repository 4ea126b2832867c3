import { readFileSync, writeFileSync } from 'node:fs'
import { codeListFiles } from './generate/code-list-rules.ts'
import type { GeneratedFile } from './generate/generated-file.ts'
import { largeExample } from './generate/large-example.ts'
import { ublFields } from './generate/ubl-fields.ts'

/**
 * `npm run generate` writes the files of this repository that follow from others. With `--check` it
 * writes nothing and fails when one of them is not what it would write.
 */
const root = new URL('../', import.meta.url)
const isCheck = process.argv.includes('--check')

bring([...codeListFiles(), largeExample(), ublFields()])
// Read only now: the catalogue is made from what has just been written.
const { rulesDocument } = await import('./generate/rules-document.ts')
bring([rulesDocument()])
const { clientTypes } = await import('./generate/client-types.ts')
bring([clientTypes()])

/** Writes what is not as it should be, or says so. */
function bring(files: readonly GeneratedFile[]): void {
  const stale = files.filter(({ path, text }) => textAt(path) !== text)
  for (const { path, text } of stale) {
    if (!isCheck) writeFileSync(new URL(path, root), text)
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
