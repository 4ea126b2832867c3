import type { Static } from 'typebox'
import { paymentMeans } from '../../codelists/codelists.ts'
import { message } from '../../messages/message.ts'
import { addRules, type Draft, list, namedObject, optional, type Report } from '../declaration/declare.ts'
import {
  cardNumber,
  date,
  decimal,
  identifier,
  oneOf,
  referenceWithoutCard,
  text,
  textWithoutCard,
} from '../declaration/leaves.ts'
import { Address } from './address.ts'

/** A bank account (IBG-17) and its bank. */
export const FinancialAccount = namedObject('FinancialAccount', {
  id: optional(identifier()),
  name: optional(text()),
  financial_institution_branch_id: optional(identifier()),
  address: optional(Address),
})

/** A payment card (IBG-18). Only the last digits of its number are stored. */
const CardAccount = namedObject('CardAccount', {
  primary_account_number_id: cardNumber(),
  network_id: identifier(),
  holder_name: optional(textWithoutCard()),
})

/** A direct debit mandate (IBG-19). */
const PaymentMandate = namedObject('PaymentMandate', {
  id: optional(identifier()),
  payer_financial_account_id: optional(identifier()),
})

/** One way to pay (IBG-16). Source: docs/contract.md#payment-means. */
export const PaymentMeans = namedObject('PaymentMeans', {
  id: optional(identifier()),
  payment_means_code: oneOf(paymentMeans),
  payment_id: optional(list(referenceWithoutCard())),
  card_account: optional(CardAccount),
  payee_financial_account: optional(FinancialAccount),
  payment_mandate: optional(PaymentMandate),
})

addRules(PaymentMeans, codeHasItsData)

/** Terms of payment (IBG-33). Source: docs/contract.md#documents. */
export const PaymentTerms = namedObject('PaymentTerms', {
  note: optional(textWithoutCard(5000)),
  due_date: optional(date()),
  installment_due_date: optional(date()),
  amount: optional(decimal({ decimalsMax: 2, isNegativeAllowed: true })),
  payment_means_id: optional(identifier()),
})

export type FinancialAccount = Static<typeof FinancialAccount>
export type PaymentMeans = Static<typeof PaymentMeans>
export type PaymentTerms = Static<typeof PaymentTerms>

function codeHasItsData(means: Draft<PaymentMeans>, report: Report): void {
  const code = means.payment_means_code
  if (code === '30' && means.payee_financial_account?.id === undefined) {
    if (means.payee_financial_account !== undefined)
      report('payee_financial_account.id', message('payee_account_missing'))
    else
      report(
        'payee_financial_account',
        message('mandatory_for_payment_means', { field: 'payee_financial_account', code }),
      )
  }
  if ((code === '54' || code === '55') && means.card_account === undefined) {
    report('card_account', message('mandatory_for_payment_means', { field: 'card_account', code }))
  }
  if (code !== '49') return
  if (means.payment_mandate === undefined) {
    report('payment_mandate', message('mandatory_for_payment_means', { field: 'payment_mandate', code }))
    return
  }
  if (means.payment_mandate.id === undefined) {
    report('payment_mandate.id', message('payment_mandate_missing'))
  }
  if (means.payment_mandate.payer_financial_account_id === undefined) {
    report(
      'payment_mandate.payer_financial_account_id',
      message('mandatory_for_payment_means', { field: 'payer_financial_account_id', code }),
    )
  }
}
