import { readFileSync } from 'node:fs'
import type { Family } from '@selfbill/pint-ae/document'
import { installation } from '../../installation.ts'

/** Requests that are accepted, without findings, exactly as they are. */
export const documentExamples: Readonly<Record<Family, object>> = {
  'purchase-invoices': example('purchase-invoice'),
  'purchase-credit-notes': example('purchase-credit-note'),
  'sales-invoices': example('sales-invoice'),
  'sales-credit-notes': example('sales-credit-note'),
}

export const profileExample: object = example('business-profile')

function example(name: string): object {
  return JSON.parse(readFileSync(new URL(`examples/${name}.json`, installation), 'utf8'))
}
