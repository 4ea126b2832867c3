import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SchematronFile } from '@selfbill/schematron/engine'
import { SchematronError } from '@selfbill/schematron/errors'
import { decodedText, TextUndecodable } from '../encoding/strict-decoder.ts'
import { type Manifest, readManifest } from './book-manifest.ts'

/** A rule book as it lies on the disk. Plain data, so that a thread can be given it. */
export interface BookFolder {
  readonly folder: string
  readonly manifest: Manifest
  /** Every file; the names begin with the folder: `en16931/codes/units.xml`. */
  readonly files: readonly SchematronFile[]
  /** Over all files: 16 hexadecimal digits. */
  readonly digest: string
}

/**
 * Reads an operator's rule books (RULEBOOKS_DIR), one in each subfolder. All files are read at
 * once, so a change on the disk has no effect on a service that runs.
 *
 * @throws SchematronError that names every problem, one a line; the error of the file system when
 *   the folder cannot be read
 */
export function readBookFolders(directory: string): readonly BookFolder[] {
  const names = visibleNames(directory)
  const folders = names.filter((name) => isFolder(join(directory, name)))
  const problems = names
    .filter((name) => name.endsWith('.sch') && !folders.includes(name))
    .map((name) => `${name} belongs to no rule book: move it into a folder with a rulebook.json`)
  if (folders.length === 0) problems.push(`${directory} holds no rule book: a folder with a rulebook.json`)
  const books: BookFolder[] = []
  for (const folder of folders) {
    try {
      books.push(readBook(directory, folder))
    } catch (error) {
      if (!(error instanceof SchematronError)) throw error
      problems.push(error.message)
    }
  }
  if (problems.length > 0) throw new SchematronError(problems.join('\n'))
  return books
}

function readBook(directory: string, folder: string): BookFolder {
  const files: SchematronFile[] = []
  addFiles(files, { directory, name: folder, depth: 0 })
  const manifestFile = files.find(({ name }) => name === `${folder}/rulebook.json`)
  if (manifestFile === undefined) throw new SchematronError(`${folder} has no rulebook.json`)
  const manifest = readManifest(textOf(manifestFile), folder)
  const hash = createHash('sha256')
  for (const { name, bytes } of files) hash.update(`${name.slice(folder.length)}\n${bytes.length}\n`).update(bytes)
  return { folder, manifest, files, digest: hash.digest('hex').slice(0, 16) }
}

/** Follows links, because containers mount files as links. */
function addFiles(files: SchematronFile[], { directory, name, depth }: Place): void {
  const [book = name] = name.split('/')
  if (depth > depthMax) throw new SchematronError(`${book}: folders may be nested ${depthMax} deep: ${name}`)
  for (const child of visibleNames(join(directory, name))) {
    const childName = `${name}/${child}`
    const path = join(directory, childName)
    if (isFolder(path)) addFiles(files, { directory, name: childName, depth: depth + 1 })
    else files.push({ name: childName, bytes: readFileSync(path) })
    const bytes = files.reduce((total, file) => total + file.bytes.length, 0)
    if (files.length > filesMax || bytes > bytesMax)
      throw new SchematronError(`${book} is too large: a rule book has at most ${filesMax} files and 64 MB`)
  }
}

interface Place {
  readonly directory: string
  readonly name: string
  readonly depth: number
}

const depthMax = 10
const filesMax = 2_000
const bytesMax = 64 * 1024 * 1024

function textOf({ name, bytes }: SchematronFile): string {
  try {
    return decodedText(bytes)
  } catch (error) {
    if (error instanceof TextUndecodable) throw new SchematronError(`${name}: ${error.message}. Save it as UTF-8`)
    throw error
  }
}

/** In the same order on every system. Hidden files are not part of a rule book. */
function visibleNames(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => !name.startsWith('.'))
    .sort()
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory()
}
