import { callersParty, type Family } from '../../document/family.ts'
import { Fault, fieldFault } from '../../faults.ts'
import type { RecordResult, StoredRecord } from '../../issuing/issue-record.ts'
import type { Refusal } from '../../issuing/issued-record.ts'
import type { Call } from '../operation.ts'

/** The Fault for a request that was not issued: unreadable JSON, or every wrong field at once. */
export function refusalFault(refusal: Pick<Refusal, 'unreadable' | 'errors'>, more?: FieldError): Fault {
  const { unreadable, errors } = refusal
  if (unreadable) {
    const { message, path } = unreadable
    return new Fault('json_unreadable', [message], path === undefined ? undefined : new Map([[path, message]]))
  }
  return fieldFault('document_invalid', more === undefined ? errors : new Map([...errors, more]))
}

/** What was issued. Throws the Fault for what was not, or whose party names a business profile that there is not. */
export async function requireIssued(
  call: Pick<Call, 'account' | 'parts'>,
  family: Family,
  result: RecordResult,
): Promise<StoredRecord> {
  const unknownProfile = await unknownPartyProfile(call, family, result)
  if ('refusal' in result) throw refusalFault(result.refusal, unknownProfile)
  if (unknownProfile !== undefined) throw refusalFault({ errors: new Map() }, unknownProfile)
  return result.issued
}

type FieldError = readonly [path: string, message: string]

/** A party's `profile_id`, when one is sent, must name a business profile of the organisation. Source: contract, "Party". */
async function unknownPartyProfile(
  { account, parts }: Pick<Call, 'account' | 'parts'>,
  family: Family,
  result: RecordResult,
): Promise<FieldError | undefined> {
  const { partyProfileId } = 'issued' in result ? result.issued : result.refusal
  if (partyProfileId === undefined) return undefined
  if (await parts.store.profiles.find(account.orgId, partyProfileId)) return undefined
  return [`${callersParty(family)}.profile_id`, `Business profile not found with id: ${partyProfileId}`]
}
