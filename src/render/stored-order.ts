import type { PrintOrder } from '@selfbill/pint-ae/page'
import { joinTexts, stringOf, type Text } from '@selfbill/pint-ae/text'

/** A print order from the API: long texts in parts, as bytes, and the findings not counted yet. */
export interface StoredOrder extends Omit<PrintOrder, 'answer' | 'failures' | 'request'> {
  readonly answer: readonly Text[]
  /** JSON; empty for a document whose request was not kept. */
  readonly request: readonly Text[]
  /** JSON. */
  readonly findings: readonly Text[]
  /** The UBL document to put into the PDF; null without one. */
  readonly ubl: readonly Text[] | null
}

export function ublOf({ ubl }: StoredOrder): Uint8Array | null {
  return ubl && Buffer.concat(ubl.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

export function printOrderOf({ answer, findings, request, ubl: _, ...order }: StoredOrder): PrintOrder {
  const found: readonly { readonly flag: string }[] = JSON.parse(stringOf(joinTexts(findings)))
  const failures = found.filter(({ flag }) => flag === 'fatal').length
  return { ...order, answer: stringOf(joinTexts(answer)), request: stringOf(joinTexts(request)), failures }
}
