import { createHash } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { excessOf, type PackLimits } from './limits.ts'
import {
  type Manifest,
  type ManifestChain,
  type ManifestFile,
  type ManifestKey,
  newestFormat,
  signManifest,
} from './manifest.ts'
import { type ZipMember, zipped } from './zip.ts'

/**
 * Writes an evidence pack as one ZIP file: what was received, computed, sent and answered about a
 * document, the public keys, a manifest with every file's digest, and the service's signature over
 * the manifest. We choose the names inside. The pack is written as it is read. Manifest and
 * signature come last, when all digests are known, so an aborted pack has neither.
 */
export function packEvidence(
  evidence: Evidence,
  key: ManifestKey,
  keys: JSONWebKeySet,
  limits?: PackLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  return zipped(membersOf(evidence, key, keys, limits), new Date(evidence.madeAt))
}

export interface Evidence {
  /** ms since 1970. */
  readonly madeAt: number
  readonly issuer: string
  readonly document: Manifest['document']
  readonly chain: ManifestChain | null
  readonly files: AsyncIterable<EvidenceFile> | Iterable<EvidenceFile>
}

export interface EvidenceFile {
  readonly path: string
  readonly about: string
  /** Read once, when the pack reaches this file. */
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array>
}

export const manifestPath = 'manifest.json'
export const signaturePath = 'manifest.jws'
export const keysPath = 'keys.json'

async function* membersOf(
  { madeAt, issuer, document, chain, files }: Evidence,
  key: ManifestKey,
  keys: JSONWebKeySet,
  limits: PackLimits | undefined,
): AsyncGenerator<ZipMember> {
  const listed: ManifestFile[] = []
  yield memberOf(
    { path: keysPath, about: "The service's public keys", content: `${JSON.stringify(keys, null, 2)}\n` },
    listed,
  )
  for await (const file of files) yield memberOf(file, listed)
  const excess = excessOf(sizesOf(listed), limits)
  if (excess !== undefined) throw new Error(`the pack has more than its reader accepts: ${excess}`)
  const manifest: Manifest = {
    format: newestFormat,
    made_at: new Date(madeAt).toISOString(),
    issuer,
    document,
    chain,
    files: listed,
  }
  const bytes = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
  yield memberOf({ path: manifestPath, about: '', content: bytes }, [])
  yield memberOf({ path: signaturePath, about: '', content: await signManifest(bytes, key) }, [])
}

/** The member is listed after it has been read. */
function memberOf({ path, about, content }: EvidenceFile, listed: ManifestFile[]): ZipMember {
  const whole = typeof content === 'string' ? new TextEncoder().encode(content) : content
  async function* counted(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of whole instanceof Uint8Array ? piecesOf(whole) : whole) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
    listed.push({ path, bytes, sha256: hash.digest('hex'), about })
  }
  return { path, content: counted(), isShort: whole instanceof Uint8Array && whole.length < packedBytesMin }
}

/** Shorter files are stored unpacked. */
const packedBytesMin = 1024

/** Yields pieces, so that the main thread can serve other requests in between. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

const pieceBytes = 96 * 1024

function sizesOf(files: readonly ManifestFile[]) {
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    longest: files.reduce((longest, { bytes }) => Math.max(longest, bytes), 0),
  }
}
