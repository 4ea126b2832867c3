import { message } from '@selfbill/pint-ae/messages'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { FileUnreadable } from '../problem.ts'

/** The files inside an .xlsx file. */
export interface WorkbookParts {
  has(path: string): boolean
  /** Throws `FileUnreadable` for a part that is missing, damaged or not UTF-8. */
  text(path: string): Promise<string>
}

/**
 * Opens an .xlsx file. Entries and sizes are counted by its list of contents before anything is
 * unpacked, and again while a part is unpacked: a list may lie. Throws `FileUnreadable`.
 */
export async function openWorkbook(bytes: Uint8Array): Promise<WorkbookParts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A workbook with a password is such a container, as is every .xls.
  if (buffer.subarray(0, oldContainer.length).equals(oldContainer)) throw new FileUnreadable(message('sheet_encrypted'))
  const zip = await orBroken(fromBufferPromise(buffer, { lazyEntries: true }))
  const entries = await orBroken(entriesOf(zip))
  let unpacked = 0
  return {
    has: (path) => entries.has(path),
    text: (path) =>
      orBroken(
        (async () => {
          const entry = entries.get(path)
          if (entry === undefined) throw new FileUnreadable(message('sheet_broken'))
          const pieces: Uint8Array[] = []
          for await (const piece of await zip.openReadStreamPromise(entry)) {
            if (!(piece instanceof Uint8Array)) throw new Error('a ZIP stream gives bytes')
            unpacked += piece.length
            if (unpacked > unpackedBytesMax) throw tooLarge()
            pieces.push(piece)
          }
          return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
        })(),
      ),
  }
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > entriesMax) throw new FileUnreadable(message('sheet_too_many_parts', { max: entriesMax }))
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new FileUnreadable(message('sheet_encrypted'))
    if (entries.has(entry.fileName) || entries.size >= entriesMax) throw new FileUnreadable(message('sheet_broken'))
    unpacked += entry.uncompressedSize
    if (unpacked > unpackedBytesMax) throw tooLarge()
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** Whatever a damaged file makes the readers say: a person can only save it again. */
export async function orBroken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof FileUnreadable) throw error
    throw new FileUnreadable(message('sheet_broken'))
  }
}

function tooLarge(): FileUnreadable {
  return new FileUnreadable(message('sheet_too_large', { max: unpackedBytesMax }))
}

const oldContainer = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const entriesMax = 100
const unpackedBytesMax = 64 * 1024 * 1024
