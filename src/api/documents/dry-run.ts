import { answerObject, MetaInfo, named, optional, orNull, Totals, Type } from '@selfbill/pint-ae/document'
import type { TSchema } from 'typebox'
import { notBlank, yesOrNo } from '../request/parameters.ts'

const DryRunDocument = answerObject(
  'DryRunDocument',
  { document_number: Type.String(), totals: Totals, meta_info: MetaInfo },
  {
    description: 'As a create would answer it, without id, org_id and document_sequence',
    additionalProperties: true,
  },
)

/** What looks unlikely; nothing is refused for it. */
const DocumentWarning = answerObject('DocumentWarning', {
  id: Type.String(),
  field: orNull(Type.String()),
  text: Type.String(),
  values: Type.Record(Type.String(), Type.Unknown()),
})

/**
 * The answer to `?dry_run=true`: the document as a create would compute and judge it, and the texts
 * it would send. Nothing is stored, numbered or sent; a minted number and the ids in the texts
 * exist in this answer only. Source: docs/contract.md#operations.
 */
const DryRun = answerObject('DryRun', {
  document: DryRunDocument,
  document_xml: Type.String(),
  tax_data_xml: orNull(Type.String()),
  warnings: Type.Array(DocumentWarning),
})

/**
 * The answer to a dry run where it shares an operation with a create. Many generators know one type
 * for all answers of an operation, and take it from the lowest status: this type reads both.
 */
export function documentOrDryRun(name: string, answer: TSchema) {
  return named(`${name}OrDryRun`, Type.Union([answer, DryRun]))
}

export const dryRunQuery = {
  dry_run: optional(notBlank(yesOrNo())),
}
