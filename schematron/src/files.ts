import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { SchematronFile } from '../../src/schematron/schema.ts'
import { compile, type Options } from './compile.ts'
import type { Schema } from './schema.ts'

/**
 * Compiles the schema at a path, with the files that it includes or reads, wherever they are.
 *
 * @throws SchematronError; the error of the file system when the schema cannot be read
 */
export function readSchema(path: string, options: Omit<Options, 'load' | 'baseUri'> = {}): Schema {
  return compile(fileAt(resolve(path)), { ...options, load: filesBeside })
}

/** Reads a file by its path relative to the file `from`; undefined when there is none. */
export function filesBeside(href: string, from: string): SchematronFile | undefined {
  const path = resolve(dirname(from), decodeURI(href))
  try {
    return fileAt(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return undefined
    throw error
  }
}

function fileAt(path: string): SchematronFile {
  return { name: path, bytes: readFileSync(path) }
}
