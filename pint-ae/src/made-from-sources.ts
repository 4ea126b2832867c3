import { createHash, hash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * For a clone alone, on Node: a text that takes long to make from source files, kept beside the
 * dependencies until a source changes. What is published has such a text since its build.
 *
 * A kept text is used if it is whole and was made from the same sources on the same Node. Where it
 * cannot be kept, it is made each time.
 */
export async function madeFromSources(
  name: string,
  sources: readonly URL[],
  make: () => string | Promise<string>,
  folder: URL = keptFolder,
  processBegan = performance.timeOrigin,
): Promise<string> {
  const paths = sources.flatMap(pathsIn)
  const key = keyOf(paths)
  const known = keptText(new URL(name, folder), key)
  if (known !== undefined) return known
  const text = await make()
  // This process may run the older version of a source that changed since it began.
  if (paths.every((path) => statSync(path).ctimeMs < processBegan)) keep(text, key, name, folder)
  return text
}

const clone = new URL('../../', import.meta.url)
const keptFolder = new URL('node_modules/.cache/selfbill-made/', clone)

/** The sources of this library and of the rule engine, with the versions of what they use. */
export const librarySources: readonly URL[] = ['pint-ae/src/', 'schematron/src/', 'package-lock.json'].map(
  (place) => new URL(place, clone),
)

/** A file; or a folder, which changes when a file leaves it, with all in it but tests. */
function pathsIn(place: URL): readonly string[] {
  const path = fileURLToPath(place)
  if (!place.pathname.endsWith('/')) return [path]
  const inside = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.name.endsWith('.test.ts'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  return [path, ...inside.sort().flatMap((name) => pathsIn(new URL(name, place)))]
}

function keyOf(paths: readonly string[]): string {
  const digest = createHash('sha256').update(process.version)
  for (const path of paths) {
    digest.update(`\n${path}\n`)
    if (!isFolder(path)) digest.update(readFileSync(path))
  }
  return digest.digest('hex')
}

function isFolder(path: string): boolean {
  return /[\\/]$/.test(path)
}

/** A kept file is the key, the digest of the text, and the text. */
function keptText(file: URL, key: string): string | undefined {
  try {
    const kept = readFileSync(file, 'utf8')
    const text = kept.slice(headLength)
    return kept.startsWith(headOf(text, key)) ? text : undefined
  } catch {
    return undefined
  }
}

/** Two processes may write the same file. */
function keep(text: string, key: string, name: string, folder: URL): void {
  const written = new URL(`${name}.${randomUUID()}`, folder)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(written, headOf(text, key) + text)
    renameSync(written, new URL(name, folder))
  } catch {
    // A folder that nobody can write: the text is made each time.
  }
}

function headOf(text: string, key: string): string {
  return `${key} ${hash('sha256', text, 'hex')}\n`
}

const headLength = headOf('', hash('sha256', '', 'hex')).length
