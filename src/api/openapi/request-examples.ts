import businessProfile from '../../../examples/business-profile.json' with { type: 'json' }
import purchaseCreditNote from '../../../examples/purchase-credit-note.json' with { type: 'json' }
import purchaseInvoice from '../../../examples/purchase-invoice.json' with { type: 'json' }
import salesCreditNote from '../../../examples/sales-credit-note.json' with { type: 'json' }
import salesInvoice from '../../../examples/sales-invoice.json' with { type: 'json' }
import type { Family } from '../../document/family.ts'

/** Requests that are accepted, without findings, exactly as they are. */
export const documentExamples: Readonly<Record<Family, object>> = {
  'purchase-invoices': purchaseInvoice,
  'purchase-credit-notes': purchaseCreditNote,
  'sales-invoices': salesInvoice,
  'sales-credit-notes': salesCreditNote,
}

export const profileExample: object = businessProfile

/** The business profile of an empty sandbox. */
export const profileIdExamples = ['BP-DEMO000001']
