import { Fault, fieldFault } from '../faults.ts'
import type { IssueResult, Refusal } from '../issuing/issuing.ts'
import type { Call } from './operation.ts'

/** The Fault for a request that was not issued: unreadable JSON, or every wrong field at once. */
export function refusalFault(refusal: Pick<Refusal, 'unreadable' | 'errors'>, more: FieldError | undefined): Fault {
  const { unreadable, errors } = refusal
  if (unreadable) {
    const { message, path } = unreadable
    return new Fault('json_unreadable', [message], path === undefined ? undefined : new Map([[path, message]]))
  }
  return fieldFault('document_invalid', more === undefined ? errors : new Map([...errors, more]))
}

export type FieldError = readonly [path: string, message: string]

/** A supplier's `profile_id`, when one is sent, must name a business profile of the organisation. Source: contract, "Party". */
export async function unknownSupplierProfile(
  { account, parts }: Call,
  result: IssueResult,
): Promise<FieldError | undefined> {
  const { supplierProfileId } = 'issued' in result ? result.issued : result.refusal
  if (supplierProfileId === undefined) return undefined
  if (await parts.store.profiles.find(account.orgId, supplierProfileId)) return undefined
  return ['accounting_supplier_party.profile_id', `Business profile not found with id: ${supplierProfileId}`]
}
