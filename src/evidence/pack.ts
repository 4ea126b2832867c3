import { buffer } from 'node:stream/consumers'
import type { JSONWebKeySet } from 'jose'
import { ZipFile } from 'yazl'
import { sha256 } from './chain.ts'
import { type Manifest, type ManifestChain, type ManifestKey, manifestFormat, signManifest } from './manifest.ts'

/**
 * An evidence pack: one ZIP file with what was received, computed, sent and answered about a document, a manifest of it with every
 * file's digest, the service's signature over the manifest, and the public key. Names inside are ours.
 */
export async function packEvidence(evidence: Evidence, key: ManifestKey, keys: JSONWebKeySet): Promise<Uint8Array> {
  const files = evidence.files.map((file) => ({ ...file, content: bytesOf(file.content) }))
  const manifest: Manifest = {
    format: manifestFormat,
    made_at: new Date(evidence.madeAt).toISOString(),
    issuer: evidence.issuer,
    document: evidence.document,
    chain: evidence.chain,
    files: files.map(({ path, content, about }) => ({ path, bytes: content.length, sha256: sha256(content), about })),
  }
  const told = bytesOf(`${JSON.stringify(manifest, null, 2)}\n`)
  const zip = new ZipFile()
  const add = (path: string, content: Uint8Array) =>
    zip.addBuffer(Buffer.from(content), path, { mtime: new Date(evidence.madeAt), mode: 0o100644 })
  add(manifestPath, told)
  add(signaturePath, bytesOf(await signManifest(told, key)))
  add(keysPath, bytesOf(`${JSON.stringify(keys, null, 2)}\n`))
  for (const { path, content } of files) add(path, content)
  zip.end()
  return await buffer(zip.outputStream)
}

export interface Evidence {
  /** ms since 1970. */
  readonly madeAt: number
  readonly issuer: string
  readonly document: Manifest['document']
  readonly chain: ManifestChain | null
  readonly files: readonly EvidenceFile[]
}

export interface EvidenceFile {
  readonly path: string
  readonly about: string
  readonly content: string | Uint8Array
}

export const manifestPath = 'manifest.json'
export const signaturePath = 'manifest.jws'
export const keysPath = 'keys.json'

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}
