import type { Text } from '@selfbill/pint-ae/text'
import { packTogether } from './frames.ts'
import { isPacked, type PackedText, type StorableText, withoutContent } from './packing.ts'

/**
 * The short texts of a revision are stored in one frame, with the report that came with it: they
 * repeat each other, so together they pack to a tenth of what each of them would.
 */
export const revisionPlaces = ['request', 'answer', 'ubl', 'report', 'findings'] as const
export type RevisionPlace = (typeof revisionPlaces)[number]

export interface RevisionTexts extends Readonly<Record<Exclude<RevisionPlace, 'report'>, StorableText>> {
  /** Null: none was sent with the revision. */
  readonly report: StorableText | null
}

export interface PackedTexts {
  readonly frame: Uint8Array
  /** The length of the report if it is in the frame. */
  readonly reportBytes: number | null
  /** The body is stored as a part of a text, and only the head in the row. */
  readonly isBodyApart?: boolean
}

/** Packs the short texts. Those in the frame come back without their content. */
export function packRevision(texts: RevisionTexts): { readonly texts: RevisionTexts; readonly packed: PackedTexts } {
  const frame = packTogether(
    revisionPlaces.map((place) => shortOf(texts[place])),
    'documents',
  )
  const report = shortOf(texts.report)
  return {
    packed: { frame, reportBytes: report === undefined ? null : withoutContent(report).bytes },
    texts: {
      request: leftOf(texts.request),
      answer: leftOf(texts.answer),
      ubl: leftOf(texts.ubl),
      findings: leftOf(texts.findings),
      report: texts.report && leftOf(texts.report),
    },
  }
}

function shortOf(text: StorableText | null): Text | undefined {
  return text === null || isPacked(text) ? undefined : text
}

function leftOf(text: StorableText): PackedText {
  return isPacked(text) ? text : withoutContent(text)
}
