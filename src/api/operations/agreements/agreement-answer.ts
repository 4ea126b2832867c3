import Type from 'typebox'
import { type Agreement, findAgreement } from '../../../store/accounts/agreements.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'

export const agreementParameters = {
  agreement_id: Type.String({ format: 'uuid', description: 'The id of the agreement' }),
}

export function answeredAgreement(agreement: Agreement) {
  return {
    agreement_id: agreement.id,
    agreement_number: agreement.number,
    business_profile_id: agreement.profileId,
    supplier_name: agreement.supplierName,
    supplier_tin: agreement.supplierTin,
    valid_from: agreement.validFrom,
    valid_to: agreement.validTo ?? null,
    created_at: Math.floor(agreement.createdAt / 1000),
    updated_at: Math.floor(agreement.updatedAt / 1000),
  }
}

/** Throws the Fault `agreement_not_found`, also for another organisation's agreement. */
export async function agreementInPath({ account, params, parts }: AgreementInPath): Promise<Agreement> {
  const agreement = await findAgreement(parts.store.database, account.orgId, params.agreement_id)
  if (!agreement) throw new Fault('agreement_not_found', { id: params.agreement_id })
  return agreement
}

interface AgreementInPath extends Pick<AccountContext, 'account' | 'parts'> {
  readonly params: { readonly agreement_id: string }
}
