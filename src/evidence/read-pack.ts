import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/**
 * The files of a pack that anybody may have made, by path, read in memory: nothing is unpacked anywhere. Throws `PackUnreadable` for
 * what is no ZIP file, for names that are not ours, for a file that is there twice, and beyond the limits, before they cost anything.
 */
export async function readPack(
  pack: Uint8Array,
  limits: PackLimits = defaultLimits,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (pack.length > limits.packBytesMax) throw new PackUnreadable(`it is larger than ${limits.packBytesMax} bytes`)
  try {
    return await filesOf(await fromBufferPromise(Buffer.from(pack)), limits)
  } catch (error) {
    if (error instanceof PackUnreadable) throw error
    throw new PackUnreadable(error instanceof Error ? error.message : String(error))
  }
}

/** It is no evidence pack that we would take. */
export class PackUnreadable extends Error {
  override readonly name = 'PackUnreadable'
}

export interface PackLimits {
  readonly packBytesMax: number
  readonly filesMax: number
  readonly fileBytesMax: number
  readonly allBytesMax: number
}

const mebibyte = 1024 * 1024
const defaultLimits: PackLimits = {
  packBytesMax: 256 * mebibyte,
  filesMax: 1_000,
  fileBytesMax: 64 * mebibyte,
  allBytesMax: 256 * mebibyte,
}

async function filesOf(zip: ZipFile, limits: PackLimits): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  let bytesLeft = limits.allBytesMax
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName
    if (!ours.test(path))
      throw new PackUnreadable(`it holds a file with a name that is not ours: ${JSON.stringify(path.slice(0, 100))}`)
    if (files.has(path)) throw new PackUnreadable(`it holds ${path} twice`)
    if (files.size >= limits.filesMax) throw new PackUnreadable(`it holds more than ${limits.filesMax} files`)
    const content = await contentOf(zip, entry, Math.min(limits.fileBytesMax, bytesLeft))
    bytesLeft -= content.length
    files.set(path, content)
  }
  return files
}

/** Counts what really comes out, whatever the file says of its size. */
async function contentOf(zip: ZipFile, entry: Entry, bytesMax: number): Promise<Uint8Array> {
  const tooLarge = () => new PackUnreadable(`${entry.fileName} is larger than ${bytesMax} bytes`)
  if (entry.uncompressedSize > bytesMax) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a ZIP stream gives bytes')
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Lower-case folders and files, no dots but before an extension. */
const ours = /^([a-z0-9-]+\/){0,3}[a-z0-9-]+(\.[a-z0-9]+)?$/
