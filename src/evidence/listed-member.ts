import { createHash } from 'node:crypto'
import type { ZipMember } from '../zip/zip.ts'
import type { ManifestFile } from './manifest.ts'

/** A file of an evidence pack. */
export interface EvidenceFile {
  readonly path: string
  readonly about: string
  /** Read once, when the pack reaches this file. */
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array>
}

/** The file as a member of the ZIP. It is listed after it has been read. */
export function listedMember({ path, about, content }: EvidenceFile, list: (file: ManifestFile) => void): ZipMember {
  const whole = typeof content === 'string' ? new TextEncoder().encode(content) : content
  async function* counted(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of whole instanceof Uint8Array ? piecesOf(whole) : whole) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
    list({ path, bytes, sha256: hash.digest('hex'), about })
  }
  return { path, content: counted(), isStored: whole instanceof Uint8Array && whole.length < packedBytesMin }
}

/** For shorter files, packing takes longer than sending. */
const packedBytesMin = 1024

/** Yields pieces, so that the main thread can serve other requests in between. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const pieceBytes = 96 * 1024
