import { Type } from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'

const ListedFile = Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() })

/**
 * The signed manifest of the evidence of a period. It pins `documents.ndjson`, which lists every
 * document.
 */
export const PeriodManifest = Type.Object({
  /**
   * The first format named packs by their sequences, and had no list and cover page for people. The
   * second had no PDFs beside the packs.
   */
  format: Type.Union([
    Type.Literal('selfbill-evidence-period-1'),
    Type.Literal('selfbill-evidence-period-2'),
    Type.Literal('selfbill-evidence-period-3'),
  ]),
  made_at: Type.String(),
  issuer: Type.String(),
  org_id: Type.String(),
  /** Issue dates, both included; family null: all four. */
  period: Type.Object({
    from: Type.String(),
    to: Type.String(),
    family: Type.Union([Type.String(), Type.Null()]),
  }),
  documents: Type.Integer({ minimum: 0 }),
  /** Those that are too large for a pack, or whose content was removed after its retention. */
  documents_without_pack: Type.Integer({ minimum: 0 }),
  files: Type.Array(ListedFile),
})

export type PeriodManifest = Static<typeof PeriodManifest>

/** A line of `documents.ndjson`. */
export const PeriodDocument = Type.Object({
  family: Type.String(),
  document_sequence: Type.Integer(),
  id: Type.String(),
  document_number: Type.String(),
  issue_date: Type.String(),
  /** The document's link in the chain; null for one that is older than the chain. */
  link: Type.Union([Type.String(), Type.Null()]),
  /** The document's pack; null when it is too large, or was removed. */
  pack: Type.Union([ListedFile, Type.Null()]),
})

export type PeriodDocument = Static<typeof PeriodDocument>

/** New files have the last one. Files of every format can always be checked. */
export const periodFormats = [
  'selfbill-evidence-period-1',
  'selfbill-evidence-period-2',
  'selfbill-evidence-period-3',
] as const
export const newestPeriodFormat = 'selfbill-evidence-period-3'
export const documentsPath = 'documents.ndjson'
