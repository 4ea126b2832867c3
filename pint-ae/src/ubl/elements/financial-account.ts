import { branch, type Element, type Name } from '@selfbill/schematron/xml'
import type { FinancialAccount } from '../../document/objects/payment.ts'
import { cac, cbc } from '../names.ts'
import { address } from './address.ts'
import { textLeaf } from './leaves.ts'

/** A bank account (IBT-084, IBT-085) and its branch (IBT-086, IBT-169 to IBT-175). */
export function financialAccount(name: Name, sent: FinancialAccount | undefined, origin: string): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    name,
    [
      textLeaf(cbc.ID, sent.id, 'id'),
      textLeaf(cbc.Name, sent.name, 'name'),
      branch(cac.FinancialInstitutionBranch, [
        textLeaf(cbc.ID, sent.financial_institution_branch_id, 'financial_institution_branch_id'),
        address(cac.Address, sent.address, 'address'),
      ]),
    ],
    origin,
  )
}
