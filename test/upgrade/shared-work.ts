import assert from 'node:assert/strict'
import type { CallingAccount } from '../deploy/calls.ts'
import { eventually } from '../support/eventually.ts'
import type { Receiver } from '../support/network/receiver.ts'
import {
  aLine,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
  jsonOf,
} from '../support/requests/requests.ts'
import { Caller } from './caller.ts'

export interface SharedWork {
  /** The instance that begins each piece of work, and the one that goes on with it. */
  readonly first: string
  readonly second: string
  /** The same two, by version. */
  readonly older: string
  readonly newer: string
  readonly account: CallingAccount
  readonly receiver: Receiver
}

/** What two instances of different versions do with the documents of one organisation. */
export async function sharedWork({ first, second, older, newer, account, receiver }: SharedWork): Promise<void> {
  const [one, other] = [new Caller(first, account.token), new Caller(second, account.token)]
  const hook = `/hook/${crypto.randomUUID()}`
  const { id: webhook } = await one.json('POST', '/api/webhooks', 201, JSON.stringify({ url: receiver.url(hook) }))

  const earlier = new Set(await eventsOf(one))
  const documents = [
    ...(await issueAll(one, account)),
    await correct(one, other, account),
    ...(await credit(one, other, account)),
    await repeat(one, other, account),
    ...(await batch(other, account)),
  ]
  await administer(one, other)
  await Promise.all(documents.map((path) => approved(other, path)))
  const callers = [new Caller(older, account.token), new Caller(newer, account.token)] as const
  for (const paths of [...documents.map(readsOf), listsOf(webhook)]) {
    await Promise.all(paths.map((path) => requireSameAnswer(callers, path)))
  }
  const received = () =>
    receiver.received.filter(({ url }) => url === hook).map(({ body }) => String(JSON.parse(body).id))
  await deliveredOnce(received, async () => (await eventsOf(other)).filter((id) => !earlier.has(id)))
  assert.deepEqual(await eventsOf(one), await eventsOf(other))
  for (const caller of [one, other]) await caller.json('GET', `/api/webhooks/${webhook}/deliveries`, 200)
}

/** What the older version answers, the newer one answers too. */
async function requireSameAnswer([older, newer]: readonly [Caller, Caller], path: string): Promise<void> {
  const [before, now] = await Promise.all([older.send('GET', path), newer.send('GET', path)])
  for (const { status, text } of [before, now]) assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
  if (!before.type.startsWith('application/json')) return
  if (reshaped.test(path)) return assert.ok(countIn(now.text) >= countIn(before.text), path)
  assert.deepEqual(missingIn(JSON.parse(before.text), JSON.parse(now.text)), [], path)
}

/**
 * Before 0.1.0 each list of ours had a shape of its own, with shorter pages, and instants were
 * numbers: there only the number of items can be compared.
 */
const reshaped =
  /\/revisions$|^\/api\/(documents|legs|business-profiles|organisation|clients|outages|agreements|webhooks)/

/** How many items a list has, whatever the name of the member. */
function countIn(text: string): number {
  const items = Object.values(JSON.parse(text)).find((value) => Array.isArray(value))
  return items?.length ?? 0
}

async function issueAll(caller: Caller, { profileId }: CallingAccount): Promise<readonly string[]> {
  const attachments = [{ file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ=='.padStart(4_000, 'YWFh') }]
  const requests = {
    'purchase-invoices': aPurchaseInvoice({ attachments }),
    'purchase-credit-notes': aPurchaseCreditNote(),
    'sales-invoices': aSalesInvoice({ document_lines: Array.from({ length: 60 }, () => aLine()) }),
    'sales-credit-notes': aSalesCreditNote(),
  }
  const paths: string[] = []
  for (const [family, request] of Object.entries(requests)) {
    const { id } = await caller.json('POST', `/api/${family}/${profileId}`, 201, jsonOf(request))
    paths.push(`/api/${family}/${id}`)
  }
  return paths
}

/** A document of one that failed its rules is corrected through the other. */
async function correct(one: Caller, other: Caller, { profileId }: CallingAccount): Promise<string> {
  const postal_address = anAddress({ country_subentity: 'Dubai' })
  const broken = jsonOf(aPurchaseInvoice({ accounting_supplier_party: aSupplier({ postal_address }) }))
  const { id, meta_info } = await one.json('POST', `/api/purchase-invoices/${profileId}`, 201, broken)
  assert.equal(meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
  const path = `/api/purchase-invoices/${id}`
  await other.json('PUT', `${path}/${profileId}`, 200, jsonOf(aPurchaseInvoice({ note: 'Corrected' })))
  return path
}

/** An invoice of one is credited through the other. */
async function credit(one: Caller, other: Caller, { profileId }: CallingAccount): Promise<readonly string[]> {
  const { id } = await one.json('POST', `/api/purchase-invoices/${profileId}`, 201, jsonOf(aPurchaseInvoice()))
  const path = `/api/purchase-invoices/${id}`
  await approved(one, path)
  const note = await other.json('POST', `${path}/credit-notes`, 201, '{"discrepancy_response":"DL8.61.1.D"}')
  return [path, `/api/purchase-credit-notes/${note.id}`]
}

/** A request repeated at the other under its key is answered with the same text. */
async function repeat(one: Caller, other: Caller, { profileId }: CallingAccount): Promise<string> {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const send = (caller: Caller) =>
    caller.send('POST', `/api/purchase-invoices/${profileId}`, jsonOf(aPurchaseInvoice()), key)
  const [first, again] = [await send(one), await send(other)]
  assert.equal(first.status, 201, first.text)
  assert.equal(again.text, first.text)
  return `/api/purchase-invoices/${JSON.parse(first.text).id}`
}

async function batch(caller: Caller, { profileId }: CallingAccount): Promise<readonly string[]> {
  const lines = Array.from({ length: 5 }, () => jsonOf(aPurchaseInvoice())).join('\n')
  const type = { 'content-type': 'application/x-ndjson' }
  const { status, text } = await caller.send('POST', `/api/purchase-invoices/${profileId}/batch`, lines, type)
  assert.equal(status, 200, text)
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const { status, body } = JSON.parse(line)
      assert.equal(status, 201, line)
      return `/api/purchase-invoices/${body.id}`
    })
}

/** A client that one adds gets its token from the other. */
async function administer(one: Caller, other: Caller): Promise<void> {
  const client = await one.json('POST', '/api/clients', 201, '{"name":"ERP","scope":"documents:read"}')
  const { client_id, client_secret } = client
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await fetch(`${other.address}/oauth/token`, { method: 'POST', body })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  const reader = new Caller(one.address, JSON.parse(text).access_token)
  await reader.json('GET', '/api/purchase-invoices', 200)
}

async function approved(caller: Caller, path: string): Promise<void> {
  await eventually(async () => {
    const { meta_info } = await caller.json('GET', path, 200)
    return meta_info.peppol_status.overall_status === 'APPROVED'
  })
}

async function eventsOf(caller: Caller): Promise<readonly string[]> {
  const ids: string[] = []
  for (let since = ''; ; ) {
    const page = await caller.json('GET', `/api/events?limit=500${since}`, 200)
    // Releases before 0.1.0 named them `events`.
    const events: readonly { readonly id: string }[] = page.items ?? page.events
    if (events.length === 0) return ids
    ids.push(...events.map(({ id }) => id))
    since = `&since=${page.next}`
  }
}

/** Each event of the feed reaches the webhook once, whichever instance sends it. */
async function deliveredOnce(
  received: () => readonly string[],
  events: () => Promise<readonly string[]>,
): Promise<void> {
  await eventually(async () => received().length >= (await events()).length)
  assert.deepEqual(received().toSorted(), (await events()).toSorted())
  assert.ok(received().length > 20)
}

function readsOf(path: string): readonly string[] {
  const parts = ['', '/request', '/revisions', '/xml', '/html', '/evidence', '/peppol-status', '/peppol-status-logs']
  return parts.map((part) => path + part)
}

function listsOf(webhook: string): readonly string[] {
  const families = ['purchase-invoices', 'purchase-credit-notes', 'sales-invoices', 'sales-credit-notes']
  const today = new Date().toISOString().slice(0, 10)
  return [
    ...families.flatMap((family) => [`/api/${family}?size=50`, `/api/${family}/uuids?created_on=${today}`]),
    '/api/documents',
    '/api/documents/summary',
    '/api/legs?state=stalled',
    '/api/business-profiles',
    '/api/organisation',
    '/api/clients',
    '/api/outages',
    '/api/agreements',
    `/api/webhooks/${webhook}`,
  ]
}

/** Members of an answer of the older version that the newer one lacks or answers differently. */
function missingIn(older: unknown, newer: unknown, path = ''): readonly string[] {
  if (typeof older !== 'object' || older === null || typeof newer !== 'object' || newer === null) {
    return older === newer ? [] : [`${path}: ${JSON.stringify(older)} became ${JSON.stringify(newer)}`]
  }
  const found = new Map(Object.entries(newer))
  return Object.entries(older).flatMap(([name, value]) => missingIn(value, found.get(name), `${path}/${name}`))
}
