import { readFileSync } from 'node:fs'
import type { PrintOrder } from '@selfbill/pint-ae/page'
import type { StoredOrder } from '../../../src/render/stored-order.ts'

/** The print order of a golden document. `edit` changes its stored answer. */
export function anOrder(
  goldenCase: string,
  // biome-ignore lint/suspicious/noExplicitAny: a stored answer, edited freely
  { edit, ...others }: Partial<PrintOrder> & { readonly edit?: (document: any) => void } = {},
): PrintOrder {
  const file = new URL(`../../golden/cases/${goldenCase}/response.json`, import.meta.url)
  let answer = readFileSync(file, 'utf8')
  if (edit !== undefined) {
    const document = JSON.parse(answer)
    edit(document)
    answer = JSON.stringify(document)
  }
  return {
    family: goldenCase.startsWith('credit-note') ? 'purchase-credit-notes' : 'purchase-invoices',
    id: '01934f2e-6a7e-7c39-9b6a-4d0f6a1f0c11',
    answer,
    request: '{}',
    overallStatus: 'PENDING',
    participantStatus: 'APPROVED',
    ftaStatus: null,
    failures: 0,
    isSandbox: false,
    language: 'en',
    printedAt: Date.parse('2026-08-01T20:30:00Z'),
    ...others,
  }
}

/** The same in the API's form, with short texts. */
export function aStoredOrder(...args: Parameters<typeof anOrder>): StoredOrder {
  const { answer, request, failures: _, ...order } = anOrder(...args)
  return { ...order, answer: [answer], request: [request], findings: ['[]'], ubl: null }
}
