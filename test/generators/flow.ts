import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type DemoService, invoiceFile, profile } from '../support/service/demo-service.ts'

/**
 * The last line that a program printed agrees with the service itself: the dry run, the new document,
 * the list, the status, and the message of a refusal.
 */
export async function assertFlow(printed: string, { address, token }: DemoService): Promise<void> {
  const flow: Flow = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const dry = await fetch(`${address}/api/purchase-invoices/${profile}?dry_run=true`, {
    method: 'POST',
    headers,
    body: readFileSync(invoiceFile),
  })
  const { document: expected }: DryRun = JSON.parse(await dry.text())
  const read = await fetch(`${address}/api/purchase-invoices/${flow.id}`, { headers })
  const document: Document = JSON.parse(await read.text())
  assert.equal(read.status, 200)
  assert.deepEqual(
    { ...flow, updated: typeof flow.updated },
    {
      payable: expected.totals.payable_amount.toFixed(2),
      id: flow.id,
      number: document.document_number,
      newest: document.document_number,
      status: 'APPROVED',
      c3: 'APPROVED',
      updated: 'number',
      refusal: '400 Business profile not found with id: BP-NONE',
    },
  )
  // Milliseconds since 1970 do not fit into 32 bits.
  assert.ok(flow.updated > 2 ** 32)
}

/** What each of the programs prints. */
interface Flow {
  readonly payable: string
  readonly id: string
  readonly number: string
  readonly newest: string
  readonly status: string
  readonly c3: string
  readonly updated: number
  readonly refusal: string
}

interface DryRun {
  readonly document: Document
}

interface Document {
  readonly document_number: string
  readonly totals: { readonly payable_amount: number }
}
