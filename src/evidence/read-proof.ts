import type { JSONWebKeySet } from 'jose'
import { decodedText } from '../encoding/strict-decoder.ts'
import { proofLimits } from './limits.ts'
import { verifyManifest } from './manifest.ts'
import type { OpenPack } from './open-pack.ts'
import { keysPath, manifestPath, signaturePath } from './pack.ts'

/** Reads the manifest and checks its signature, by trusted keys or else by the keys in the pack. */
export async function readProof(pack: OpenPack, trusted: JSONWebKeySet | undefined): Promise<Proof | Unproved> {
  const { manifestBytesMax, signatureBytesMax, keysBytesMax } = proofLimits
  const signed = await pack.read(manifestPath, manifestBytesMax)
  const signature = await pack.read(signaturePath, signatureBytesMax)
  if (signed === undefined || signature === undefined)
    return { problem: `${manifestPath} or ${signaturePath} is missing` }
  const keys = trusted ?? keysIn(await pack.read(keysPath, keysBytesMax))
  if (keys === undefined) return { problem: `${keysPath} is missing or unreadable, and no keys were given` }
  try {
    return { signed, keys, keyId: await verifyManifest(signed, decodedText(signature), keys) }
  } catch (error) {
    return { problem: `the signature does not hold: ${error instanceof Error ? error.message : String(error)}` }
  }
}

export interface Proof {
  /** The manifest. */
  readonly signed: Uint8Array
  readonly keyId: string
  /** The keys that it was checked with. */
  readonly keys: JSONWebKeySet
}

export interface Unproved {
  readonly problem: string
}

function keysIn(file: Uint8Array | undefined): JSONWebKeySet | undefined {
  if (file === undefined) return undefined
  try {
    return JSON.parse(decodedText(file))
  } catch {
    return undefined
  }
}
