import Type from 'typebox'
import { Fault } from '../../faults.ts'
import type { Call } from '../operation.ts'

/**
 * What `?dry_run=true` answers: the document as it would be, computed and judged, and the texts that would be sent. Nothing is
 * stored, numbered or sent: a number that the service would mint, and the ids in the texts, are this answer's alone. Source: decisions §1.
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
    description: 'What would be reported to the tax authority; null when a fatal rule failed or nothing would be sent',
  }),
})

export const dryRunQuery = {
  dry_run: Type.Optional(
    Type.String({
      enum: ['true', 'false'],
      description: 'true: check, compute and judge only; nothing is stored, numbered or sent',
    }),
  ),
}

export function isDryRun({ query }: Call): boolean {
  const asked = query.dry_run ?? 'false'
  if (asked !== 'true' && asked !== 'false') {
    throw new Fault('parameter_invalid', [], new Map([['dry_run', 'Dry run must be true or false']]))
  }
  return asked === 'true'
}
