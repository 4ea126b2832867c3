import assert from 'node:assert/strict'
import type { Tenant } from '../service/test-service.ts'
import { aLine, aPurchaseCreditNote, aPurchaseInvoice, type Members } from './requests.ts'

/** Issues invoices of a quantity, and credit notes that name them by number. */
export function crediting(tenant: () => Tenant) {
  const create = async (family: 'purchase-invoices' | 'purchase-credit-notes', request: Members) => {
    const { status, text, json } = await tenant().post(`/api/${family}/${tenant().profileId}`, request)
    assert.equal(status, 201, text)
    return json
  }
  return {
    invoice: (quantity: number, more: Members = {}) =>
      create('purchase-invoices', aPurchaseInvoice({ document_lines: [aLine({ quantity })], ...more })),
    note: (quantity: number, numbers: readonly string[], more: Members = {}) =>
      create(
        'purchase-credit-notes',
        aPurchaseCreditNote({
          document_lines: [aLine({ quantity })],
          billing_reference: numbers.map((id) => ({ id, issue_date: '2026-07-15' })),
          ...more,
        }),
      ),
  }
}
