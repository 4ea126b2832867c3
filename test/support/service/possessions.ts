import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Operation } from '../../../src/api/operation.ts'
import { families } from '../../../src/document/family.ts'
import { newSecret } from '../../../src/webhooks/secret.ts'
import { eventually } from '../eventually.ts'
import { aBuyer, type Members, requests } from '../requests/requests.ts'
import { aClient } from './clients.ts'
import type { Tenant, TestService } from './test-service.ts'

/**
 * One of everything that an organisation can own, each named after `word`: a profile, a document of
 * each family with an attachment, clients, webhooks with an event. `overrides` are members of its
 * documents. For tests that walk the list of operations.
 */
export async function possessionsOf(running: TestService, word: string, overrides: Members = {}): Promise<Possessions> {
  const tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
  const profile = await tenant.post(
    '/api/business-profiles',
    aBuyer({ profile_id: `BP-${word}`, name: `${word} Works` }),
  )
  assert.equal(profile.status, 201, profile.text)
  const documents = new Map<string, { readonly id: string; readonly attachmentId: string }>()
  for (const family of families) {
    const created = await tenant.post(
      `/api/${family}/BP-${word}`,
      requests[family]({
        document_number: `${word}-${family}`,
        attachments: [{ file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }],
        ...overrides,
      }),
    )
    assert.equal(created.status, 201, created.text)
    documents.set(family, { id: created.json.id, attachmentId: created.json.attachments[0].id })
  }
  const { store } = running.service.parts
  const { id: clientId, secret: clientSecret } = await aClient(store, tenant.orgId)
  // One to be revoked, so that the tests do not depend on their order.
  const { id: revocable } = await aClient(store, tenant.orgId)
  const webhook = await aWebhook(running, tenant)
  const removable = await aWebhook(running, tenant)
  return {
    tenant,
    client: { id: clientId, secret: clientSecret },
    id(operation, name) {
      if (name === 'webhook_id') return operation.method === 'DELETE' ? removable.id : webhook.id
      if (name === 'event_id') return webhook.eventId
      const document = documents.get(operation.path.split('/')[2] ?? '')
      if (name === 'business_profile_id') return `BP-${word}`
      if (name === 'client_id') return operation.method === 'DELETE' ? revocable : clientId
      const id = name === 'attachment_id' ? document?.attachmentId : document?.id
      assert.ok(id, `${operation.id}: whose ${name} is that?`)
      return id
    },
  }
}

export interface Possessions {
  readonly tenant: Tenant
  readonly client: { readonly id: string; readonly secret: string }
  /** What the organisation owns, by the parameter that names it in the operation's path. */
  id(operation: Operation, name: string): string
}

/** A body that the operation takes; undefined for one without. */
export function bodyFor({ id, path, body }: Operation): Members | undefined {
  if (body.kind !== 'json' && body.kind !== 'ndjson') return undefined
  const known = bodies[id]
  if (known !== undefined) return known
  const family = families.find((name) => path.startsWith(`/api/${name}/`))
  assert.ok(family, `${id} has a body: say here which it takes`)
  return requests[family]()
}

/** Refused where local addresses are; where they are allowed, nobody listens. */
const webhook = { url: 'https://127.0.0.1:1/' }

const bodies: Readonly<Record<string, Members>> = {
  creditPurchaseInvoice: { discrepancy_response: 'DL8.61.1.D' },
  creditSalesInvoice: { discrepancy_response: 'DL8.61.1.D' },
  createBusinessProfile: aBuyer(),
  replaceBusinessProfile: aBuyer(),
  createWebhook: webhook,
  updateWebhook: webhook,
  replayWebhook: { since: '0' },
  changeOrganisation: { phase_2_enabled: true },
  createClient: { name: 'another', scope: 'documents:read' },
  rotateClient: {},
  advanceSandboxClock: { by: '1s' },
}

/** One that leads where nothing is sent to, and has an event to deliver. */
async function aWebhook({ service }: TestService, { orgId }: Tenant) {
  const { store } = service.parts
  const id = randomUUID()
  const wanted = { url: 'https://127.0.0.1/', eventTypes: undefined, description: undefined, isActive: true }
  await store.webhooks.add({ ...wanted, orgId, id, secret: newSecret(), position: 0, createdAt: 1 }, 2)
  const page = { before: undefined, status: undefined, limit: 1 }
  const delivery = await eventually(async () => (await store.webhookDeliveries.list(orgId, id, page))[0])
  return { id, eventId: delivery.eventId }
}
