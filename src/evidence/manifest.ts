import type { CryptoKey, JSONWebKeySet, JWK } from 'jose'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import { importJWK } from 'jose/key/import'
import type { ChainEntry } from './chain.ts'

/**
 * The contents of an evidence pack: every file with its digest, the document, and its place in the
 * chain. The signature over the manifest covers all of it.
 */
export interface Manifest {
  readonly format: (typeof manifestFormats)[number]
  /** ISO 8601, UTC. */
  readonly made_at: string
  /** The service that made it: the `iss` of its tokens. */
  readonly issuer: string
  readonly document: {
    readonly org_id: string
    readonly family: string
    readonly id: string
    readonly document_number: string
    readonly document_sequence: number
  }
  /** Null for a document that is older than the chain. */
  readonly chain: ManifestChain | null
  readonly files: readonly ManifestFile[]
}

/** The first format did not list keys.json. Packs of every format can always be checked. */
export const manifestFormats = ['selfbill-evidence-1', 'selfbill-evidence-2'] as const
export const newestFormat = 'selfbill-evidence-2'

export interface ManifestChain {
  readonly request_sha256: string
  readonly answer_sha256: string
  readonly ubl_sha256: string
  readonly previous: string
  readonly link: string
}

export interface ManifestFile {
  /** Path inside the pack, chosen by us. */
  readonly path: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  /** A short description; for an attachment, its own name. */
  readonly about: string
}

/** Signs the manifest: a compact JWS with detached payload. Source: RFC 7515, appendix F. */
export async function signManifest(manifest: Uint8Array, key: ManifestKey): Promise<string> {
  const jws = await new CompactSign(manifest)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: signatureType })
    .sign(key.privateKey)
  const [header = '', , signature = ''] = jws.split('.')
  return `${header}..${signature}`
}

/**
 * Returns the thumbprint (RFC 7638) of the key that signed these bytes. Throws when none of the
 * keys did. Only the key itself decides: the maker of a pack chooses the key id in it.
 */
export async function verifyManifest(manifest: Uint8Array, signature: string, keys: JSONWebKeySet): Promise<string> {
  const [header = '', payload = '', mac = ''] = signature.split('.')
  if (payload !== '') throw new Error('the signature is not detached')
  const whole = `${header}.${Buffer.from(manifest).toString('base64url')}.${mac}`
  const { alg = '', typ } = decodeProtectedHeader(whole)
  if (!algorithms.includes(alg)) throw new Error(`its algorithm is not one of ${algorithms.join(', ')}`)
  if (typ !== signatureType) throw new Error('it is not the signature of an evidence pack')
  for (const key of keys.keys) if (await isSignedBy(whole, key, alg)) return calculateJwkThumbprint(key)
  throw new Error('it was made by none of the keys')
}

/** A key of another kind, or one that cannot be read, did not sign it. */
async function isSignedBy(jws: string, key: JWK, alg: string): Promise<boolean> {
  try {
    await compactVerify(jws, await importJWK(key, alg), { algorithms: [alg] })
    return true
  } catch {
    return false
  }
}

export interface ManifestKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
}

/** The chain entry in the manifest. */
export function chainEntryOf({ document, chain }: Manifest): (ChainEntry & { readonly link: string }) | undefined {
  if (chain === null) return undefined
  return {
    orgId: document.org_id,
    family: document.family,
    sequence: document.document_sequence,
    documentId: document.id,
    requestSha256: chain.request_sha256,
    answerSha256: chain.answer_sha256,
    ublSha256: chain.ubl_sha256,
    previous: chain.previous,
    link: chain.link,
  }
}

const signatureType = 'selfbill-evidence'
const algorithms: readonly string[] = ['EdDSA', 'ES256', 'RS256']
