import { inEnglish } from '@selfbill/pint-ae/messages'
import type { JSONWebKeySet } from 'jose'
import { type ZipMember, zipped } from '../zip/zip.ts'
import { excessOf, type PackLimits } from './limits.ts'
import { type EvidenceFile, listedMember } from './listed-member.ts'
import {
  type Manifest,
  type ManifestChain,
  type ManifestFile,
  type ManifestKey,
  newestFormat,
  signManifest,
} from './manifest.ts'

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
  const list = (file: ManifestFile) => listed.push(file)
  yield listedMember(keysFile(keys), list)
  for await (const file of files) yield listedMember(file, list)
  const excess = excessOf(sizesOf(listed), limits)
  if (excess !== undefined) throw new Error(`the pack has more than its reader accepts: ${inEnglish(excess)}`)
  const manifest: Manifest = {
    format: newestFormat,
    made_at: new Date(madeAt).toISOString(),
    issuer,
    document,
    chain,
    files: listed,
  }
  yield* signedMembers(`${JSON.stringify(manifest, null, 2)}\n`, key)
}

export function keysFile(keys: JSONWebKeySet): EvidenceFile {
  return { path: keysPath, about: "The service's public keys", content: `${JSON.stringify(keys, null, 2)}\n` }
}

/** The manifest and its signature. */
export async function* signedMembers(manifest: string, key: ManifestKey): AsyncGenerator<ZipMember> {
  const bytes = new TextEncoder().encode(manifest)
  yield listedMember({ path: manifestPath, about: '', content: bytes }, () => undefined)
  const signature = await signManifest(bytes, key)
  yield listedMember({ path: signaturePath, about: '', content: signature }, () => undefined)
}

function sizesOf(files: readonly ManifestFile[]) {
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    longest: files.reduce((longest, { bytes }) => Math.max(longest, bytes), 0),
  }
}
