import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { invoiceTable, type Table, written } from '../files/table.ts'
import type { Tenant } from '../service/test-service.ts'

/**
 * A CSV file of many documents with a line each. Those in `wrong` have two wrong cells: a quantity
 * and a price that are no numbers.
 */
export function manyInvoices(count: number, wrong: readonly number[] = []): string {
  return written(manyInvoicesTable(count, wrong))
}

export function manyInvoicesTable(count: number, wrong: readonly number[] = []): Table {
  const { headings, rows } = invoiceTable()
  const [first = []] = rows
  const many = Array.from({ length: count }, (_, at) => {
    const changed: Readonly<Record<string, string>> = {
      document: `D-${at + 1}`,
      'line.price.base_amount': wrong.includes(at + 1) ? 'much' : `${100 + at}.5`,
      ...(wrong.includes(at + 1) && { 'line.quantity': 'many' }),
    }
    return headings.map((heading, column) => changed[heading] ?? first[column] ?? '')
  })
  return { headings, rows: many }
}

export function uploadBody(tenant: Pick<Tenant, 'profileId'>, name: string, content: string | Uint8Array, more = {}) {
  return {
    file_name: name,
    file_content: Buffer.from(content).toString('base64'),
    family: 'purchase-invoices',
    business_profile_id: tenant.profileId,
    ...more,
  }
}

/** The upload once it has the status. */
export function withStatus(tenant: Pick<Tenant, 'get'>, id: string, status: string) {
  return eventually(async () => {
    const { json } = await tenant.get(`/api/uploads/${id}`)
    return json.status === status && json
  })
}

/** Uploads a file and waits for its check. */
export async function checkedUpload(
  tenant: Pick<Tenant, 'profileId' | 'get' | 'post'>,
  name: string,
  content: string | Uint8Array,
  more = {},
) {
  const created = await tenant.post('/api/uploads', uploadBody(tenant, name, content, more))
  assert.equal(created.status, 201, created.text)
  return withStatus(tenant, created.json.upload_id, 'CHECKED')
}
