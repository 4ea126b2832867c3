import { Check } from 'typebox/schema'
import { decodedText } from '../encoding/strict-decoder.ts'
import { PeriodDocument, PeriodManifest } from './period-manifest.ts'

// What a verifier reads in the evidence of a period. Apart from the writer, which the service
// loads: the schema checker would delay its start.

/** Undefined for anything but the manifest of a period. */
export function readPeriodManifest(bytes: Uint8Array): PeriodManifest | undefined {
  const value = parsed(bytes)
  return Check(PeriodManifest, value) ? value : undefined
}

/** Undefined for anything but a line of `documents.ndjson`. */
export function readPeriodDocument(line: string): PeriodDocument | undefined {
  const value = parsed(new TextEncoder().encode(line))
  return Check(PeriodDocument, value) ? value : undefined
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodedText(bytes))
  } catch {
    return undefined
  }
}
