import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type CompileOptions, compileSchema, type Schema, type SchematronFile } from '@selfbill/schematron/engine'

/** A schema of the folder; files with the same text, and the same texts around it, count once. */
export interface FieldSchema {
  readonly path: string
  /** All paths of this schema. */
  readonly copies: readonly string[]
}

/** Every distinct Schematron schema below a folder. Files that others include do not count. */
export function fieldSchemas(folder: string): readonly FieldSchema[] {
  const byText = new Map<string, string[]>()
  const paths = globSync('**/*.{sch,SCH}', { cwd: folder }).sort()
  const parts = new Set(paths.flatMap((path) => includedBy(join(folder, path))))
  for (const path of paths) {
    if (parts.has(join(folder, path))) continue
    const text = readFileSync(join(folder, path))
    if (!/<(?:[\w-]+:)?schema[\s>]/.test(text.toString('latin1'))) continue
    const digest = digestOf(join(folder, path), new Set())
    byText.set(digest, [...(byText.get(digest) ?? []), path])
  }
  return [...byText.values()].flatMap((copies) => copies.slice(0, 1).map((path) => ({ path, copies })))
}

function includedBy(path: string): readonly string[] {
  const text = readFileSync(path, 'latin1')
  const found = text.matchAll(/<(?:[\w-]+:)?include[^>]*href\s*=\s*["']([^"'#]+)["']/g)
  return [...found].map(([, href = '']) => join(dirname(path), href))
}

/** The digest of a file with those that it refers to. */
function digestOf(path: string, seen: Set<string>): string {
  if (seen.has(path) || !existsSync(path)) return ''
  seen.add(path)
  const text = readFileSync(path)
  const hash = createHash('sha256').update(text)
  for (const part of includedBy(path)) hash.update(digestOf(part, seen))
  return hash.digest('hex')
}

/** Compiles a schema of the folder, with the files beside it. */
export function compileField(folder: string, path: string): Schema {
  return compileSchema([sourceAt(join(folder, path))], options(folder))
}

export function options(folder: string): CompileOptions {
  return {
    load: (href, from) => {
      const path = [dirname(from), installedFolder(dirname(from))]
        .flatMap((parent) => [join(parent, href), join(parent, installedName(href))])
        .find((candidate) => !relative(folder, candidate).startsWith('..') && existsSync(candidate))
      return path === undefined ? undefined : sourceAt(path)
    },
    now: () => new Date(),
  }
}

/** phive-rules keeps the sources of rules apart from the files that their stylesheets read. */
function installedFolder(sources: string): string {
  return sources.replace('src/test/resources/external/rule-source', 'src/main/resources/external/schematron')
}

function installedName(href: string): string {
  return href.replace(/^Factur-X_[\d.]+_/, 'FACTUR-X_').replace('BASICWL', 'BASIC-WL')
}

export function sourceAt(path: string): SchematronFile {
  return { name: path, bytes: readFileSync(path) }
}
