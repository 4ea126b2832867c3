import { Type } from '@selfbill/pint-ae/document'
import { Check } from 'typebox/schema'
import { decodedText } from '../encoding/strict-decoder.ts'
import { type Manifest, manifestFormats } from './manifest.ts'

/**
 * Undefined for anything but a manifest of this service. The signature proves the author, not the
 * form.
 */
export function readManifest(manifest: Uint8Array): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(decodedText(manifest))
    return Check(ManifestShape, value) ? value : undefined
  } catch {
    return undefined
  }
}

const ManifestShape = Type.Object({
  format: Type.Enum([...manifestFormats]),
  made_at: Type.String(),
  issuer: Type.String(),
  document: Type.Object({
    org_id: Type.String(),
    family: Type.String(),
    id: Type.String(),
    document_number: Type.String(),
    document_sequence: Type.Integer(),
  }),
  chain: Type.Union([
    Type.Null(),
    Type.Object({
      request_sha256: Type.String(),
      answer_sha256: Type.String(),
      ubl_sha256: Type.String(),
      previous: Type.String(),
      link: Type.String(),
    }),
  ]),
  files: Type.Array(
    Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String(), about: Type.String() }),
  ),
})
