import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import type { Block } from './page.ts'
import { facts, joined } from './pieces.ts'
import { wordFor } from './words.ts'

/** The payment: one block for each way to pay, and the terms. */
export function paymentBlocks(document: DocumentView, words: Words): readonly Block[] {
  const means = document.list('payment_means').map((way): Block => {
    const references = joined(', ', way.text('id'), ...way.texts('payment_id'))
    return {
      kind: 'facts',
      title: `${words.payment}: ${wordFor(words.means, way.text('payment_means_code'))}`,
      facts: facts([
        [words.account, way.text('payee_financial_account', 'id')],
        [words.accountName, way.text('payee_financial_account', 'name')],
        [words.bank, way.text('payee_financial_account', 'financial_institution_branch_id')],
        [
          words.card,
          joined(' ', way.text('card_account', 'primary_account_number_id'), way.text('card_account', 'network_id')),
        ],
        [words.mandate, way.text('payment_mandate', 'id')],
        [words.account, way.text('payment_mandate', 'payer_financial_account_id')],
        [words.paymentReference, references],
      ]),
    }
  })
  const terms = joined(' · ', document.text('payment_terms', 'note'), document.text('payment_terms', 'due_date'))
  return [...means, ...(terms === undefined ? [] : [{ kind: 'text', title: words.terms, text: terms } as const])]
}
