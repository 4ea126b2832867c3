import { readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { compile, type Options } from './compile.ts'
import type { SchematronFile } from './engine.ts'
import { SchematronError } from './errors.ts'
import type { Schema } from './schema.ts'

/**
 * Compiles the schema at a path, with the files that it includes or reads. They lie in its folder, or
 * in `folder`, which holds it.
 *
 * @throws SchematronError; the error of the file system when the schema cannot be read
 */
export function readSchema(
  path: string,
  { folder, ...options }: Omit<Options, 'load' | 'baseUri'> & { readonly folder?: string } = {},
): Schema {
  const file = fileAt(resolve(path))
  return compile(file, { ...options, load: filesIn(folder ?? dirname(file.name)) })
}

/**
 * Reads files by their path relative to the file that names them, and none outside of the folder: not
 * by `..`, and not by a symbolic link. The function returns undefined when there is no such file.
 */
export function filesIn(folder: string): (href: string, from: string) => SchematronFile | undefined {
  const inside = realpathSync(folder)
  return (href, from) => {
    const path = resolve(dirname(from), decoded(href))
    try {
      const way = relative(inside, realpathSync(path))
      if (way === '..' || /^\.\.[/\\]/.test(way) || isAbsolute(way))
        throw new SchematronError(`${from}: ${href} is outside of the folder ${folder}`)
      return fileAt(path)
    } catch (error) {
      if (error instanceof Error && 'code' in error && absent.has(error.code)) return undefined
      throw error
    }
  }
}

const absent: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

function decoded(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}

function fileAt(path: string): SchematronFile {
  return { name: path, bytes: readFileSync(path) }
}
