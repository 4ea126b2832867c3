import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, InvoiceRequest } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { Random } from '../../support/random.ts'
import { assertInvoices, type Case, errorsOf } from '../../support/requests/request-errors.ts'
import { aBankTransfer, aLine, aPurchaseInvoice, jsonOf, type Members } from '../../support/requests/requests.ts'
import { businessNumbers } from '../../support/text/business-numbers.ts'
import { writtenCard } from '../../support/text/written-cards.ts'

// Rules of the contract and its decisions about payment, and about card numbers in any member. Each
// case compares the whole body of errors, so that an extra error fails.

test('payment means: what each code requires', () => {
  const means = (...list: Members[]) => ({ payment_means: list })
  const card = { primary_account_number_id: '1111', network_id: 'VISA' }
  assertInvoices([
    ['none', { payment_means: undefined }, {}],
    ['null', { payment_means: null }, {}],
    [
      '30 without account',
      means({ payment_means_code: '30' }),
      {
        'payment_means[0].payee_financial_account':
          'Payee financial account is mandatory when payment means code is 30',
      },
    ],
    [
      '30 without id',
      means({ payment_means_code: '30', payee_financial_account: { name: 'x' } }),
      {
        'payment_means[0].payee_financial_account.id':
          'Payee financial account ID is mandatory when payment means code is 30',
      },
    ],
    ['10 with half an account', means({ payment_means_code: '10', payee_financial_account: { name: 'x' } }), {}],
    [
      '54 without card',
      means({ payment_means_code: '54' }),
      { 'payment_means[0].card_account': 'Card account is mandatory when payment means code is 54' },
    ],
    [
      '55 without card',
      means({ payment_means_code: '55' }),
      { 'payment_means[0].card_account': 'Card account is mandatory when payment means code is 55' },
    ],
    ['55', means({ payment_means_code: '55', card_account: card }), {}],
    [
      '49 without mandate',
      means({ payment_means_code: '49' }),
      { 'payment_means[0].payment_mandate': 'Payment mandate is mandatory when payment means code is 49' },
    ],
    [
      '49 with half a mandate',
      means({ payment_means_code: '49', payment_mandate: { id: 'M' } }),
      {
        'payment_means[0].payment_mandate.payer_financial_account_id':
          'Payer financial account ID is mandatory when payment means code is 49',
      },
    ],
    [
      '49 with the other half',
      means({ payment_means_code: '49', payment_mandate: { payer_financial_account_id: 'A' } }),
      { 'payment_means[0].payment_mandate.id': 'Payment mandate ID is mandatory when payment means code is 49' },
    ],
    [
      'no code',
      means(aBankTransfer(), { id: 'x' }),
      { 'payment_means[1].payment_means_code': 'Payment means code is mandatory' },
    ],
    ['empty item', means({}), { 'payment_means[0].payment_means_code': 'Payment means code is mandatory' }],
    [
      'two cards: a finding',
      means({ payment_means_code: '54', card_account: card }, { payment_means_code: '55', card_account: card }),
      {},
    ],
  ])
})

test('cards: a full number is masked in its own member and refused elsewhere', () => {
  const card = (number: string) => ({
    payment_means: [
      { payment_means_code: '54', card_account: { primary_account_number_id: number, network_id: 'VISA' } },
    ],
  })
  const masked: readonly (readonly [string, string])[] = [
    ['4111111111111111', '************1111'],
    ['4111 1111 1111 1111', '************1111'],
    ['4111-1111.1111 1111', '************1111'],
    ['378282246310005', '***********0005'],
    ['1111', '1111'],
    ['************1111', '************1111'],
    ['4111111111111112', '4111111111111112'],
  ]
  for (const [sent, kept] of masked) {
    const checked = check(InvoiceRequest, readJson(jsonOf(aPurchaseInvoice(card(sent)))))
    assert('value' in checked)
    assert.equal(checked.value.payment_means?.[0]?.card_account?.primary_account_number_id, kept)
  }
  const line = (note: string) => ({ document_lines: [aLine({ note })] })
  assertInvoices([
    [
      'amid text',
      card('card 4111111111111111'),
      {
        'payment_means[0].card_account.primary_account_number_id':
          'Primary account number ID must not hold a card number',
      },
    ],
    ...['4111-1111 1111.1111 12/28', 'VISA 4111-1111 1111.1111', '4111x1111x1111x1111'].map(
      (number): Case => [
        number,
        card(number),
        {
          'payment_means[0].card_account.primary_account_number_id':
            'Primary account number ID must not hold a card number',
        },
      ],
    ),
    ['in a note', { note: 'paid with 4111111111111111' }, { note: 'Note must not hold a card number' }],
    ['in a line note', line('٤١١١ ١١١١ ١١١١ ١١١١'), { 'document_lines[0].note': 'Note must not hold a card number' }],
    ['after a date', { note: '2026-07-15 4111 1111 1111 1111' }, { note: 'Note must not hold a card number' }],
    ['a TRN is not a card number', { note: 'TRN 100234567800003' }, {}],
    ['an IBAN is not a card number', { note: 'AE070331234567890123456' }, {}],
  ])
})

/** Every member that is searched for card numbers, except the member for card numbers. */
const searched: Readonly<Record<string, (text: string) => Members>> = {
  note: (note) => ({ note }),
  'document_lines[0].note': (note) => ({ document_lines: [aLine({ note })] }),
  'payment_terms.note': (note) => ({ payment_terms: { note } }),
  'payment_means[0].payment_id[0]': (id) => ({ payment_means: [{ ...aBankTransfer(), payment_id: [id] }] }),
  'payment_means[0].card_account.holder_name': (holder_name) => ({
    payment_means: [
      {
        payment_means_code: '54',
        card_account: { primary_account_number_id: '1111', network_id: 'VISA', holder_name },
      },
    ],
  }),
}

test('members that refuse card numbers accept business text', () => {
  const random = new Random(1)
  const [own, all] = [Object.values(businessNumbers), Object.entries(searched)]
  for (let at = 0; at < 600; at += 1) {
    const text = random.of(own)(random).trim()
    const card = writtenCard(random, 'Mastercard').text
    for (const [path, members] of all) {
      assert.deepEqual(errorsOf(InvoiceRequest, aPurchaseInvoice(members(text))), {}, `${path}: ${text}`)
      const errors = errorsOf(InvoiceRequest, aPurchaseInvoice(members(card)))
      assert.deepEqual(Object.keys(errors), [path], card)
      assert.match(errors[path] ?? '', /must not hold a card number$/, card)
    }
  }
})

test('names, identifiers and accounts may have as many digits as they like', () => {
  const number = '4111111111111111'
  const account = { payee_financial_account: { id: number, name: number, financial_institution_branch_id: number } }
  assertInvoices([
    ['its number', { document_number: number, buyer_reference: number, order_reference: { id: number } }, {}],
    ['an account', { payment_means: [{ payment_means_code: '30', ...account }] }, {}],
    [
      'an item',
      {
        document_lines: [
          aLine({
            name: number,
            description: `Serial number ${number}`,
            standard_item_identification: { id: number, scheme_id: '0160' },
            lot_number_id: number,
            additional_item_property: [{ name: 'serial', value: number }],
          }),
        ],
      },
      {},
    ],
  ])
})
