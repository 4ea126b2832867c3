import { pipeline } from 'node:stream/promises'
import { setImmediate as nextRound } from 'node:timers/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { endRecords, listRecord, localHeader, sizeRecord, type WrittenMember } from './zip-records.ts'

/**
 * Writes a ZIP file while it is read: asks for each member after the previous one has been read,
 * and holds none. Sizes and checksum of a member follow its content. An error in a member ends the
 * file before its list of contents, so that readers see it is incomplete. Source: APPNOTE.TXT,
 * "ZIP File Format Specification".
 */
export async function* zipped(
  members: AsyncIterable<ZipMember>,
  at: Date,
): AsyncGenerator<Uint8Array, void, undefined> {
  const written: WrittenMember[] = []
  let offset = 0
  for await (const { path, content, isStored, isHuge = false } of members) {
    const head = { path, at, isStored, isHuge, offset }
    const header = localHeader(head)
    yield header
    const sizes = { bytes: 0, packedBytes: 0, crc: 0 }
    for await (const piece of isStored ? counted(content, sizes) : deflated(counted(content, sizes))) {
      sizes.packedBytes += piece.length
      yield piece
    }
    if (!isHuge && Math.max(sizes.bytes, sizes.packedBytes) > sizeMax)
      throw new Error(`${path} is larger than a ZIP file without ZIP64 can state`)
    const member = { ...head, ...sizes }
    const footer = sizeRecord(member)
    yield footer
    written.push(member)
    offset += header.length + sizes.packedBytes + footer.length
  }
  yield* listOf(written, offset)
}

export interface ZipMember {
  readonly path: string
  readonly content: AsyncIterable<Uint8Array>
  /** Not packed: it is short or packed already. */
  readonly isStored: boolean
  /** Its size may exceed 4 GiB. */
  readonly isHuge?: boolean
}

interface Sizes {
  bytes: number
  crc: number
}

async function* counted(content: AsyncIterable<Uint8Array>, sizes: Sizes): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    sizes.bytes += piece.length
    sizes.crc = crc32(piece, sizes.crc)
    yield piece
  }
}

/** Packs on the threads of Node. */
async function* deflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ chunkSize: chunkBytes })
  // An error of the content also ends the loop below, which throws it.
  const feeding = pipeline(content, deflate).catch(() => undefined)
  try {
    for await (const chunk of deflate) {
      if (!(chunk instanceof Uint8Array)) throw new Error('packing gives bytes')
      yield chunk
    }
  } finally {
    deflate.destroy()
    await feeding
  }
}

const chunkBytes = 64 * 1024

/** The list of contents in pieces, each in its own round of the event loop. */
async function* listOf(members: readonly WrittenMember[], offset: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for (let at = 0; at < members.length; at += listedAtOnce) {
    const piece = Buffer.concat(members.slice(at, at + listedAtOnce).map(listRecord))
    bytes += piece.length
    yield piece
    await nextRound()
  }
  yield endRecords({ entries: members.length, offset, bytes })
}

/** A millisecond of work. */
const listedAtOnce = 500
const sizeMax = 0xffff_ffff
