import type { JsonValue } from '@selfbill/pint-ae/json'
import { attempt } from '../../attempt.ts'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { dryRun, profileOf, type StoredDocument } from './calls.ts'
import { jsonText, valueAt, withoutValue, withValue } from './edit-json.ts'

interface Corrected {
  readonly family: Family
  /** As it failed its rules. */
  readonly document: StoredDocument
}

/**
 * A dry run is one of a new document, and the number of this one is taken. Without it the service
 * lends the next number; an organisation that numbers its documents itself needs another free one.
 */
export async function correctionDryRun(call: Call, { family, document }: Corrected, request: JsonValue) {
  const draft = { family, profileId: profileOf(family, document) }
  const isOwnNumber = valueAt(request, ['document_number']) === document.document_number
  const judgedAs = (other: JsonValue) => attempt(call, () => dryRun(call.api, draft, jsonText(other)))
  if (!isOwnNumber) return judgedAs(request)
  const lent = await judgedAs(withoutValue(request, ['document_number']))
  if (lent.refusal?.fields.document_number === undefined) return lent
  return judgedAs(withValue(request, ['document_number'], `${document.document_number}-${endOf(document.id)}`))
}

/** Eight characters of the id: a number that no document has. */
function endOf(id: string): string {
  return id.slice(-8)
}
