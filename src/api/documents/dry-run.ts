import Type from 'typebox'
import { optional } from '../../document/declaration/declare.ts'
import { notBlank, yesOrNo } from '../request/parameters.ts'

/**
 * The answer to `?dry_run=true`: the document as a create would compute and judge it, and the texts
 * it would send. Nothing is stored, numbered or sent; a minted number and the ids in the texts
 * exist in this answer only. Source: docs/contract.md#operations.
 */
export const DryRun = Type.Object({
  document: Type.Object(
    {
      document_number: Type.String(),
      totals: Type.Object({}),
      meta_info: Type.Object({ peppol_status: Type.Union([Type.Object({}), Type.Null()]) }),
    },
    { description: 'As a create would answer it, without id, org_id and document_sequence' },
  ),
  document_xml: Type.String({ description: 'The UBL document' }),
  tax_data_xml: Type.Union([Type.String(), Type.Null()], {
    description: 'The report to the tax authority; null when a fatal rule failed or nothing would be sent',
  }),
})

export const dryRunQuery = {
  dry_run: optional(notBlank(yesOrNo('true: check, compute and judge only; nothing is stored, numbered or sent'))),
}
