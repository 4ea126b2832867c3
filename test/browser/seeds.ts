import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Family } from '@selfbill/pint-ae/document'
import { confirmationAddress } from '../../src/people/confirmation-link.ts'
import { newLoginLink } from '../../src/people/login-link.ts'
import { mailKey } from '../../src/people/mail-token.ts'
import { recordOutage } from '../../src/store/outages.ts'
import { eventually } from '../support/eventually.ts'
import { anInvoiceWithEverything } from '../support/requests/everything.ts'
import { aPurchaseInvoice, aSupplier, type Members, requests } from '../support/requests/requests.ts'
import { aPerson, type TestPerson } from '../support/service/people.ts'
import { type Possessions, possessionsOf } from '../support/service/possessions.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

/** An organisation with one of everything, and documents in every state that a page can show. */
export interface Seeds {
  readonly tenant: Tenant
  readonly possessions: Possessions
  readonly operator: TestPerson
  readonly viewer: TestPerson
  /** By the state that a test asks for. */
  readonly documents: Map<State, SeededDocument>
  /** A login link that nobody has used. */
  readonly link: string
  /** The link in the mail that asks whether an address wants e-mails. */
  readonly confirmation: string
}

export interface SeededDocument {
  readonly family: Family
  readonly id: string
}

export type State =
  | 'approved'
  | 'failed rules'
  | 'rejected by the receiver'
  | 'rejected by the authority'
  | 'stalled'
  | 'overdue'
  | 'not on the network'
  | 'credited'
  | 'credit note'
  | 'sale'
  | 'everything'

export async function seed(running: TestService, { name = 'Nadia Haddad' } = {}): Promise<Seeds> {
  const possessions = await possessionsOf(running, 'SEED')
  const { tenant } = possessions
  const documents = new Map<State, SeededDocument>()
  const add = async (state: State, family: Family, request: Members) => {
    const created = await tenant.post(`/api/${family}/BP-SEED`, request)
    assert.equal(created.status, 201, `${state}: ${created.text}`)
    documents.set(state, { family, id: String(created.json.id) })
  }
  await add('credited', 'purchase-invoices', aPurchaseInvoice({ document_number: 'SB-CREDITED' }))
  const everything = anInvoiceWithEverything({ document_number: 'SB-EVERYTHING' })
  await add('everything', 'purchase-invoices', everything)
  await add('sale', 'sales-invoices', requests['sales-invoices']({ document_number: 'SI-SALE', note: 'By hand' }))
  for (const [state, number, endpoint] of endpoints) await add(state, 'purchase-invoices', invoiceTo(number, endpoint))
  const broken: Members = JSON.parse(await readFile('examples/breaks-rules.json', 'utf8'))
  await add('failed rules', 'purchase-invoices', { ...broken, document_number: 'SB-BROKEN' })
  const note = await tenant.post(`/api/purchase-invoices/${idOf(documents, 'credited')}/credit-notes`, {
    discrepancy_response: 'DL8.61.1.D',
    reason: 'One was bent',
    lines: [{ line: 1, quantity: 1 }],
  })
  assert.equal(note.status, 201, note.text)
  documents.set('credit note', { family: 'purchase-credit-notes', id: String(note.json.id) })
  await settle(tenant, documents)
  const { parts } = running.service
  const hourAgo = parts.now() - 3_600_000
  await recordOutage(parts.store.database, { cause: 'gateway', reason: 'HTTP 503', at: hourAgo, endedAt: parts.now() })
  const operator = await aPerson(running, tenant.orgId, { role: 'operator', name, email: 'nadia@harbour.example' })
  const viewer = await aPerson(running, tenant.orgId, { role: 'viewer', name: `${name} (viewer)` })
  const { secret: link, statement } = newLoginLink({ orgId: tenant.orgId, id: viewer.userId }, parts.now())
  await parts.store.database.transaction([statement])
  const address = { orgId: tenant.orgId, id: operator.userId, email: 'nadia@harbour.example' }
  const confirmation = confirmationAddress('', await mailKey(parts.store.database), address, parts.now())
  return {
    tenant,
    possessions,
    operator,
    viewer,
    documents,
    link,
    confirmation: confirmation.replace('/console/confirm-address/', ''),
  }
}

function invoiceTo(number: string, endpoint: string): Members {
  const supplier = aSupplier({ endpoint_id: endpoint, endpoint_scheme_id: '0235' })
  return aPurchaseInvoice({ document_number: number, accounting_supplier_party: supplier })
}

function idOf(documents: Seeds['documents'], state: State): string {
  const document = documents.get(state)
  assert.ok(document, state)
  return document.id
}

/** What the sandbox does at these endpoints: docs/sandbox.md. */
const endpoints = [
  ['approved', 'SB-APPROVED', '1002345678'],
  ['rejected by the receiver', 'SB-REJECTED', '1000000011'],
  ['rejected by the authority', 'SB-REFUSED', '1000000041'],
  ['stalled', 'SB-STALLED', '1000000024'],
  ['overdue', 'SB-OVERDUE', '1000000031'],
  ['not on the network', 'SB-ALONE', '9900000097'],
] as const satisfies readonly (readonly [State, string, string])[]

const settled: Readonly<Partial<Record<State, string>>> = {
  approved: 'APPROVED APPROVED',
  'rejected by the receiver': 'REJECTED APPROVED',
  'rejected by the authority': 'APPROVED REJECTED',
  stalled: 'STALLED APPROVED',
  overdue: 'SUBMITTED APPROVED',
  'not on the network': 'NOT_REQUIRED APPROVED',
}

/** Lets time pass in the sandbox until every leg is where it stays. */
async function settle(tenant: Tenant, documents: Seeds['documents']): Promise<void> {
  for (const [state, wanted] of Object.entries(settled)) {
    const { family, id } = [...documents].find(([name]) => name === state)?.[1] ?? { family: '', id: '' }
    await eventually(async () => {
      if (state === 'stalled') await tenant.post('/sandbox/clock/advance', { by: '1h' })
      const { json } = await tenant.get(`/api/${family}/${id}/peppol-status`)
      return json?.toC3 !== undefined && `${json.toC3.status} ${json.toC5?.status}` === wanted
    })
  }
  await eventually(async () => (await tenant.get('/api/legs?state=overdue')).json.items.length > 0)
}
