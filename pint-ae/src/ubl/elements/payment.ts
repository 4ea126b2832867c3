import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { PaymentMeans, PaymentTerms } from '../../document/objects/payment.ts'
import { cac, cbc } from '../names.ts'
import type { Currencies } from './currency.ts'
import { financialAccount } from './financial-account.ts'
import { moneyLeaf, textLeaf } from './leaves.ts'

/**
 * The ways to pay (IBG-16). UBL has no due date on a credit note, so each way to pay carries it
 * (IBT-009). Without a way to pay, the due date is only stored.
 */
export function paymentMeans(
  sent: readonly PaymentMeans[] = [],
  dueDateOfCreditNote?: string,
): readonly (Element | undefined)[] {
  return sent.map((means, at) => oneMeans(means, dueDateOfCreditNote, `payment_means[${at}]`))
}

/** Terms of payment (IBG-33). */
export function paymentTerms(sent: PaymentTerms | undefined, currencies: Currencies): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    cac.PaymentTerms,
    [
      textLeaf(cbc.PaymentMeansID, sent.payment_means_id, 'payment_means_id'),
      textLeaf(cbc.Note, sent.note, 'note'),
      moneyLeaf(cbc.Amount, sent.amount, currencies.document, 'amount'),
      textLeaf(cbc.PaymentDueDate, sent.due_date, 'due_date'),
      textLeaf(cbc.InstallmentDueDate, sent.installment_due_date, 'installment_due_date'),
    ],
    'payment_terms',
  )
}

function oneMeans(sent: PaymentMeans, dueDate: string | undefined, origin: string): Element | undefined {
  return branch(
    cac.PaymentMeans,
    [
      textLeaf(cbc.ID, sent.id, 'id'),
      leaf(cbc.PaymentMeansCode, sent.payment_means_code, 'payment_means_code'),
      textLeaf(cbc.PaymentDueDate, dueDate, '/due_date'),
      ...(sent.payment_id ?? []).map((id, at) => leaf(cbc.PaymentID, id, `payment_id[${at}]`)),
      cardAccount(sent),
      financialAccount(cac.PayeeFinancialAccount, sent.payee_financial_account, 'payee_financial_account'),
      mandate(sent),
    ],
    origin,
  )
}

function cardAccount({ card_account: card }: PaymentMeans): Element | undefined {
  if (card === undefined) return undefined
  return branch(
    cac.CardAccount,
    [
      leaf(cbc.PrimaryAccountNumberID, card.primary_account_number_id, 'primary_account_number_id'),
      leaf(cbc.NetworkID, card.network_id, 'network_id'),
      textLeaf(cbc.HolderName, card.holder_name, 'holder_name'),
    ],
    'card_account',
  )
}

function mandate({ payment_mandate: sent }: PaymentMeans): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    cac.PaymentMandate,
    [
      textLeaf(cbc.ID, sent.id, 'id'),
      branch(cac.PayerFinancialAccount, [
        textLeaf(cbc.ID, sent.payer_financial_account_id, 'payer_financial_account_id'),
      ]),
    ],
    'payment_mandate',
  )
}
