import { createHash } from 'node:crypto'
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, openPromise, type ZipFile } from 'yauzl'
import { type FileRange, RangeReader } from './file-range.ts'
import { type PackLimits, packLimits, proofLimits } from './limits.ts'

/**
 * Opens an untrusted pack in a file or in memory. Reads only its list of files, unpacks nothing
 * yet, and never writes to disk. Throws `PackUnreadable` for a file that is not a ZIP, for
 * unexpected names, for links, for repeated files, and beyond the limits.
 */
export async function openPack(source: PackSource, limits: PackLimits = packLimits): Promise<OpenPack> {
  const zip = await readable(() => zipIn(source))
  try {
    const entries = await readable(() => entriesOf(zip, limits))
    return {
      paths: [...entries.keys()],
      bytesOf: (path) => entries.get(path)?.uncompressedSize,
      read: (path, bytesMax) => readable(() => contentOf(zip, entries.get(path), bytesMax)),
      digestOf: (path) => readable(() => digestOf(zip, entries.get(path))),
      packIn: (path) => readable(() => packIn(source, zip, entries.get(path))),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The path of a pack, its bytes, or a part of a file. */
export type PackSource = string | Uint8Array | FileRange

function zipIn(source: PackSource): Promise<ZipFile> {
  if (typeof source === 'string') return openPromise(source, { autoClose: false })
  if (source instanceof Uint8Array) return fromBufferPromise(Buffer.from(source))
  return fromRandomAccessReaderPromise(new RangeReader(source), source.end - source.start, { autoClose: false })
}

export interface OpenPack {
  readonly paths: readonly string[]
  /** The stated size of a file. Reading fails if the file has another size. */
  bytesOf(path: string): number | undefined
  /**
   * The bytes of a file; undefined when it is missing. Throws `PackUnreadable` above `bytesMax`.
   */
  read(path: string, bytesMax: number): Promise<Uint8Array | undefined>
  /**
   * The SHA-256 of a file, hexadecimal, computed while unpacking piece by piece; undefined when the
   * file is missing.
   */
  digestOf(path: string): Promise<string | undefined>
  /** A pack that is a file of this one. Throws `PackUnreadable` unless it is stored as it is. */
  packIn(path: string): Promise<PackSource>
  close(): void
}

/** The file is not an acceptable evidence pack. */
export class PackUnreadable extends Error {
  override readonly name = 'PackUnreadable'
}

async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PackUnreadable) throw error
    throw new PackUnreadable(error instanceof Error ? error.message : String(error))
  }
}

/** Sizes come from the list. Reading stops when a file turns out to be larger. */
async function entriesOf(zip: ZipFile, limits: PackLimits): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  const filesMax = limits.filesMax + filesOfProof
  let bytesLeft = limits.allBytesMax + proofLimits.manifestBytesMax
  for await (const entry of zip.eachEntry()) {
    const { fileName: path, uncompressedSize: bytes } = entry
    if (!ours.test(path))
      throw new PackUnreadable(`it contains a file with an unexpected name: ${JSON.stringify(path.slice(0, 100))}`)
    if (!isRegularFile(entry)) throw new PackUnreadable(`${path} is not a regular file`)
    if (entries.has(path)) throw new PackUnreadable(`it holds ${path} twice`)
    if (entries.size >= filesMax) throw new PackUnreadable(`it holds more than ${filesMax} files`)
    if (bytes > limits.fileBytesMax) throw new PackUnreadable(`${path} is larger than ${limits.fileBytesMax} bytes`)
    bytesLeft -= bytes
    if (bytesLeft < 0) throw new PackUnreadable(`its files are larger than ${limits.allBytesMax} bytes together`)
    entries.set(path, entry)
  }
  return entries
}

/** Nothing signs the type of a file: a link could lead out of the folder of an unpacked pack. */
function isRegularFile({ externalFileAttributes: attributes }: Entry): boolean {
  const type = (attributes >>> 16) & 0o170000
  return type === 0 || type === 0o100000
}

/** The manifest, its signature, and keys.json, which older manifests do not name. */
const filesOfProof = 3

async function contentOf(zip: ZipFile, entry: Entry | undefined, bytesMax: number): Promise<Uint8Array | undefined> {
  if (entry === undefined) return undefined
  if (entry.uncompressedSize > bytesMax) throw new PackUnreadable(`${entry.fileName} is larger than ${bytesMax} bytes`)
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(zip, entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function digestOf(zip: ZipFile, entry: Entry | undefined): Promise<string | undefined> {
  if (entry === undefined) return undefined
  const hash = createHash('sha256')
  for await (const piece of piecesOf(zip, entry)) hash.update(piece)
  return hash.digest('hex')
}

async function packIn(source: PackSource, zip: ZipFile, entry: Entry | undefined): Promise<PackSource> {
  if (entry === undefined) throw new PackUnreadable('the pack is missing')
  const { fileName, compressedSize, uncompressedSize, compressionMethod } = entry
  if (compressionMethod !== 0 || compressedSize !== uncompressedSize)
    throw new PackUnreadable(`${fileName} is packed twice`)
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry)
  const end = fileDataStart + compressedSize
  if (source instanceof Uint8Array) return source.subarray(fileDataStart, end)
  if (typeof source === 'string') return { file: source, start: fileDataStart, end }
  return { file: source.file, start: source.start + fileDataStart, end: source.start + end }
}

/** Checks the unpacked size against the list. */
async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let bytesLeft = entry.uncompressedSize
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    if (!(piece instanceof Uint8Array)) throw new Error('a ZIP stream gives bytes')
    bytesLeft -= piece.length
    if (bytesLeft < 0) throw new PackUnreadable(`${entry.fileName} is larger than it says`)
    yield piece
  }
  if (bytesLeft > 0) throw new PackUnreadable(`${entry.fileName} is smaller than it says`)
}

/**
 * Lower-case folders and files, with a dot only before an extension. In the evidence of a period, a
 * pack and its PDF have the number of their document, in letters of any script (`PackNames`).
 */
const ours = /^(([a-z0-9-]+\/){0,3}[a-z0-9-]+(\.[a-z0-9]+)?|[a-z-]+\/[\p{L}\p{M}\p{N}_~-]+\.(zip|pdf))$/u
