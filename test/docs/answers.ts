import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { eventually } from '../support/eventually.ts'
import type { Receiver } from '../support/network/receiver.ts'
import { root } from '../support/processes/command-line.ts'
import {
  aBuyer,
  aLine,
  anAddress,
  aPrice,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  type Members,
} from '../support/requests/requests.ts'
import { ublOf } from '../support/rules/rule-books.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import type { Answered, Tenant } from '../support/service/test-service.ts'
import { type Blocks, blockOf } from './blocks.ts'

/** A service, with an organisation and its administrator. */
export interface Asker {
  readonly address: string
  readonly tenant: Tenant
  /** A receiver of webhooks. */
  readonly receiver: Receiver
}

export interface Answer {
  /** Makes the service answer what the page shows. */
  readonly ask: (asker: Asker) => Promise<unknown>
  /** Members whose values in the page are samples. */
  readonly samples?: readonly string[]
}

/** A page shows what to send: `ask` sends it, and the service takes it. */
export interface Sent {
  readonly send: (shown: string, asker: Asker) => Promise<Answered>
  readonly status: number
}

const arabic = { 'accept-language': 'ar' }

/** The JSON of a block, with its `…` where they are. */
export const jsonOf = (page: string, beginning: string) => JSON.parse(blockOf(page, beginning).text)

const guide = 'docs/integrating.md'
const inDubai = aSupplier({ postal_address: anAddress({ country_subentity: 'Dubai' }) })

async function issue({ tenant }: Asker, request: Members, headers = {}): Promise<Answered> {
  return tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request, headers)
}

async function idOf(asker: Asker, request: Members): Promise<string> {
  const { status, text, json } = await issue(asker, request)
  assert.equal(status, 201, text)
  return json.id
}

/** The findings of a new document. */
async function findings(asker: Asker, request: Members, headers = {}): Promise<readonly { reasonCode: string }[]> {
  return (await issue(asker, request, headers)).json.meta_info.peppol_status.validation_results
}

/** `POST /path {…}` of a page, sent as it stands there. */
const sendLine = async (line: string, { tenant }: Asker, more: Members = {}): Promise<Answered> => {
  const [, method = '', path = '', body = ''] = /^(\S+)\s+(\S+)\s+(\{[\s\S]*\})/.exec(line) ?? assert.fail(line)
  return tenant.send(method, path, { ...JSON.parse(body), ...more })
}

/** Page → the beginning of a block that shows an answer. */
export const answers: Blocks<Answer> = {
  'docs/errors.md': {
    '{\n  "errors"': {
      ask: async (asker) => (await issue(asker, aPurchaseInvoice({ issue_date: '15.07.2026' }))).json,
    },
  },
  'docs/rulebook.md': {
    '{\n  "flag"': {
      ask: async (asker) => {
        const service = aLine({ commodity_classification: { commodity_code: 'S' } })
        const found = await findings(asker, aPurchaseInvoice({ document_lines: [aLine(), service] }))
        return found.find(({ reasonCode }) => reasonCode === 'IBR-185-AE')
      },
    },
  },
  [guide]: {
    '{"items": [{"id": "evt_': {
      ask: async (asker) => {
        // The tax authority confirms receipt, and its status never comes.
        await idOf(asker, aPurchaseInvoice({ accounting_supplier_party: aSupplier({ endpoint_id: '1000000042' }) }))
        const { json: before } = await asker.tenant.get('/api/events?limit=1')
        const feed = `/api/events?since=${before.next}`
        return eventually(async () => {
          const { json } = await asker.tenant.get(feed)
          return json.items.length === 1 && json
        })
      },
      samples: ['id', 'cursor', 'next', 'business_profile_id', 'document_number', 'document_sequence', 'path'],
    },
    '{"errors": {"expected_totals': {
      ask: async (asker) => {
        const { expected_totals } = jsonOf(guide, '{"expected_totals"')
        const { status, json } = await issue(asker, aPurchaseInvoice({ expected_totals }))
        assert.equal(status, 409)
        return json
      },
    },
    '{"errors": {"issue_date": "Issue date is mandatory", "doc': {
      ask: async (asker) => {
        const document_lines = [aLine({ price: aPrice({ base_amount: -1 }) })]
        return (await issue(asker, aPurchaseInvoice({ issue_date: undefined, document_lines }))).json
      },
    },
    '{"errors": {"issue_date": "Issue date is mandatory"}, "errors_ar': {
      ask: async (asker) => (await issue(asker, aPurchaseInvoice({ issue_date: undefined }), arabic)).json,
    },
    '{"flag": "fatal", "reasonCode": "IBR-128-AE"': {
      ask: async (asker) => (await findings(asker, aPurchaseInvoice({ accounting_supplier_party: inDubai })))[0],
    },
    '{"reasonCode": "IBR-191-AE"': {
      ask: async (asker) => (await findings(asker, aPurchaseInvoice({ payment_means: undefined }), arabic))[0],
    },
    '{"valid": false': {
      ask: async ({ address, tenant }) => {
        const { customization_ids } = jsonOf(...ruleBook)
        const { json } = await fetchDeclared(address, '/api/validate', {
          method: 'POST',
          headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/xml' },
          body: ublOf('Invoice', { id: customization_ids[0] }),
        })
        return json
      },
      samples: ['digest'],
    },
    '{"participant_id"': {
      ask: async ({ tenant }) => (await tenant.get('/api/participants/0235/1987654321')).json,
      samples: ['url', 'certificate'],
    },
    '{"revision": 2': {
      ask: async (asker) => {
        const { tenant } = asker
        const id = await idOf(asker, aPurchaseInvoice({ accounting_supplier_party: inDubai }))
        await tenant.send('PUT', `/api/purchase-invoices/${id}/${tenant.profileId}`, aPurchaseInvoice())
        return (await tenant.get(`/api/purchase-invoices/${id}/revisions`)).json.items[0]
      },
    },
    '{"errors": {"lines[0].quantity"': {
      ask: async (asker) => {
        const id = await idOf(asker, aPurchaseInvoice({ document_lines: [aLine({ quantity: 3 })] }))
        const asked = { discrepancy_response: 'DL8.61.1.D', lines: [{ line: 1, quantity: 4 }] }
        return (await asker.tenant.post(`/api/purchase-invoices/${id}/credit-notes`, asked)).json
      },
    },
    '{"errors": {"lines": "Only': {
      ask: async (asker) => {
        const { tenant } = asker
        const invoice = { document_number: 'INV-1', document_lines: [aLine({ quantity: 4 })] }
        const id = await idOf(asker, aPurchaseInvoice(invoice))
        const billing_reference = [{ id: 'INV-1', issue_date: '2026-07-15' }]
        const note = aPurchaseCreditNote({ document_number: 'CN-7', billing_reference })
        await tenant.post(`/api/purchase-credit-notes/${tenant.profileId}`, note)
        const asked = { discrepancy_response: 'DL8.61.1.D', lines: [{ line: 1, quantity: 4 }] }
        return (await tenant.post(`/api/purchase-invoices/${id}/credit-notes`, asked)).json
      },
    },
    '{"content"': {
      ask: async (asker) => {
        for (const _ of [1, 2, 3]) await idOf(asker, aPurchaseInvoice())
        const { json } = await asker.tenant.get('/api/purchase-invoices')
        return { ...json, content: json.content.slice(0, 1) }
      },
    },
    '{"items": [{"id": "…"': {
      ask: async (asker) => {
        for (const name of ['One', 'Two']) await asker.tenant.post('/api/clients', { name, scope: 'documents:read' })
        return (await asker.tenant.get('/api/audit?limit=1')).json
      },
      samples: ['next'],
    },
    '{"approval_id"': { ask: async (asker) => (await approved(asker)).json },
    '{"org_id"': {
      ask: async (asker) => {
        const { tenant, receiver } = asker
        await tenant.send('PATCH', '/api/organisation', { compatibility: 'x-acme' })
        const event_types = ['sales.invoice.updated']
        await tenant.post('/api/webhooks', { url: receiver.url(`/${tenant.orgId}`), event_types })
        const sale = JSON.parse(readFileSync(`${root}examples/sales-invoice.json`, 'utf8'))
        const { status, text } = await tenant.post(`/api/sales-invoices/${tenant.profileId}`, sale)
        assert.equal(status, 201, text)
        const received = () => receiver.received.find(({ url }) => url === `/${tenant.orgId}`)
        return JSON.parse((await eventually(async () => received())).body)
      },
      samples: ['id', 'resource_id', 'resource_url', 'webhook_event_id'],
    },
  },
}

/** The rule book of the service that answers. */
export const ruleBook = ['docs/rulebook.md', '{"name": "Peppol BIS'] as const

/** Page → the beginning of a block that shows a request. */
export const requests: Blocks<Sent> = {
  [guide]: {
    'POST /api/business-profiles': {
      send: async (shown, { tenant }) => {
        const { profile_id: _, ...buyer } = aBuyer()
        for (const name of membersIn(shown)) assert.ok(name in buyer, `a profile has no ${name}`)
        return tenant.post('/api/business-profiles', buyer)
      },
      status: 201,
    },
    'POST /api/agreements': {
      send: (shown, asker) => sendLine(shown.replace('BP-…', asker.tenant.profileId).replace('…', 'A supplier'), asker),
      status: 201,
    },
    'POST /api/webhooks': { send: (shown, asker) => sendLine(shown, asker), status: 201 },
    '{"expected_totals"': {
      send: (shown, asker) => {
        const { expected_totals } = JSON.parse(shown)
        return issue(asker, aPurchaseInvoice({ expected_totals }))
      },
      status: 409,
    },
    'PUT  /api/organisation/approval-rule': { send: sendApprovals, status: 200 },
    'POST /api/legs/retry': { send: sendLegs, status: 200 },
    '{"discrepancy_response"': {
      send: async (shown, asker) => {
        const id = await idOf(asker, aPurchaseInvoice({ document_lines: [aLine(), aLine()] }))
        return asker.tenant.post(`/api/purchase-invoices/${id}/credit-notes`, shown)
      },
      status: 201,
    },
  },
}

/**
 * The lines about stalled legs and rejected reports. A new organisation has neither, so the answers
 * are "none retried", "not stalled" and "not found"; a wrong member would be a 400.
 */
async function sendLegs(shown: string, { tenant }: Asker): Promise<Answered> {
  const lines = shown.split('\n').flatMap((line) => {
    const [, method = '', path = ''] = /^(\S+)\s+(\S+)/.exec(line) ?? []
    return Array.from(line.matchAll(/\{.*?\}/g), ([body]) => ({ method, path, body }))
  })
  assert.equal(lines.length, 4)
  const id = '01980000-0000-4000-8000-000000000001'
  const sent = []
  for (const { method, path, body } of lines)
    sent.push(await tenant.send(method, path, JSON.parse(body.replaceAll('…', id))))
  const [byCause, ...byId] = sent
  assert.deepEqual(
    byId.map(({ status }) => status),
    [409, 409, 404],
    byId.map(({ text }) => text).join('\n'),
  )
  return byCause ?? assert.fail()
}

/** A new document that one program asked for, and another one approved. */
async function approved(
  { tenant, address }: Asker,
  asking = `/api/approvals?family=purchase-invoices&business_profile_id=${tenant.profileId}`,
  approving = '/api/approvals/{approval_id}/approve',
): Promise<Answered> {
  const { status, text, json: approval } = await tenant.post(asking, aPurchaseInvoice())
  assert.equal(status, 201, text)
  const { json: client } = await tenant.post('/api/clients', { name: 'Second', scope: 'documents:approve' })
  const { json: token } = await fetchDeclared(address, '/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return fetchDeclared(address, approving.replace('{approval_id}', approval.approval_id), {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ digest: approval.digest }),
  })
}

async function sendApprovals(shown: string, asker: Asker): Promise<Answered> {
  const { tenant } = asker
  const [rule = '', ask = '', list = '', approve = ''] = shown.split('\n')
  const ruled = await sendLine(rule, asker)
  assert.equal(ruled.status, 200, ruled.text)
  const pathIn = (line: string) => line.split(/\s+/)[1] ?? assert.fail(line)
  assert.equal((await tenant.get(pathIn(list))).status, 200)
  return approved(asker, pathIn(ask).replace('BP-DEMO000001', tenant.profileId), pathIn(approve))
}

/** The names of the members of an object that may be cut off by `…`. */
function membersIn(shown: string): readonly string[] {
  return Array.from(shown.matchAll(/"([a-z_]+)":/g), ([, name = '']) => name)
}
