import { readFileSync, writeFileSync } from 'node:fs'
import { codeListFiles } from './generate/code-list-rules.ts'
import { largeExample } from './generate/large-example.ts'
import { ublFields } from './generate/ubl-fields.ts'

/**
 * `npm run generate` writes the files of this repository that follow from others. With `--check` it writes nothing and fails
 * when one of them is not what it would write.
 */
const root = new URL('../', import.meta.url)
const files: readonly GeneratedFile[] = [...codeListFiles(), largeExample(), ublFields()]
const isCheck = process.argv.includes('--check')

const stale = files.filter(({ path, text }) => textAt(path) !== text)
if (!isCheck) for (const { path, text } of stale) writeFileSync(new URL(path, root), text)
for (const { path } of stale) console.log(isCheck ? `${path} is out of date: run npm run generate` : `${path} written`)
if (isCheck && stale.length > 0) process.exitCode = 1

/** A file and its whole text; the path is from the root of the repository. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, root), 'utf8')
  } catch {
    return undefined
  }
}
