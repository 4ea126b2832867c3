import type { JSONWebKeySet } from 'jose'
import { decodedText } from '../encoding/strict-decoder.ts'
import { proofLimits } from './limits.ts'
import { verifyManifest } from './manifest.ts'
import type { OpenPack } from './open-pack.ts'
import { keysPath, manifestPath, signaturePath } from './pack.ts'

/**
 * Reads the manifest and checks its signature, by trusted keys or else by the keys in the pack,
 * which anybody may have put there.
 */
export async function readProof(pack: OpenPack, trusted: JSONWebKeySet | undefined): Promise<Proof | Unproved> {
  const { manifestBytesMax, signatureBytesMax, keysBytesMax } = proofLimits
  const signed = await pack.read(manifestPath, manifestBytesMax)
  const signature = await pack.read(signaturePath, signatureBytesMax)
  if (signed === undefined || signature === undefined)
    return { problem: `${manifestPath} or ${signaturePath} is missing` }
  const keys = trusted ?? keysIn(await pack.read(keysPath, keysBytesMax))
  if (keys === undefined) return { problem: `${keysPath} is missing or unreadable, and no trusted keys were given` }
  try {
    return { signed, keys, thumbprint: await verifyManifest(signed, decodedText(signature), keys) }
  } catch (error) {
    return { problem: `the signature does not hold: ${error instanceof Error ? error.message : String(error)}` }
  }
}

export interface Proof {
  /** The manifest. */
  readonly signed: Uint8Array
  /** Of the key that signed it: RFC 7638. */
  readonly thumbprint: string
  /** The keys that it was checked with. */
  readonly keys: JSONWebKeySet
}

export interface Unproved {
  readonly problem: string
}

function keysIn(file: Uint8Array | undefined): JSONWebKeySet | undefined {
  if (file === undefined) return undefined
  try {
    const keys: JSONWebKeySet = JSON.parse(decodedText(file))
    return Array.isArray(keys.keys) ? keys : undefined
  } catch {
    return undefined
  }
}
