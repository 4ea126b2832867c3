import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { families } from '@selfbill/pint-ae/document'
import { needsAccount, scopesOf } from '../../../src/api/declaration/access.ts'
import type { Operation } from '../../../src/api/operation.ts'
import { unsubscribeToken } from '../../../src/features/notices/operations.ts'
import { deliveriesOf } from '../../../src/features/webhooks/deliveries.ts'
import { addWebhook } from '../../../src/features/webhooks/stored-webhooks.ts'
import { mailKey } from '../../../src/people/mail-token.ts'
import { newSecret } from '../../../src/security/webhook-signature.ts'
import { eventually } from '../eventually.ts'
import { aBuyer, aPurchaseInvoice, type Members, requests } from '../requests/requests.ts'
import { checkedUpload, uploadBody } from '../uploads/upload-files.ts'
import { aClient } from './clients.ts'
import { aPerson } from './people.ts'
import { newAccount } from './tenants.ts'
import type { Tenant, TestService } from './test-service.ts'

/**
 * One of everything that an organisation can own, each named after `word`: a profile, a document of
 * each family with an attachment, clients, webhooks with an event. `overrides` are members of its
 * documents. For tests that walk the list of operations.
 */
export async function possessionsOf(running: TestService, word: string, overrides: Members = {}): Promise<Possessions> {
  const tenant = await running.tenant({ scope: 'documents:read documents:write documents:approve profiles admin' })
  const profile = await tenant.post(
    '/api/business-profiles',
    aBuyer({ profile_id: `BP-${word}`, name: `${word} Works` }),
  )
  assert.equal(profile.status, 201, profile.text)
  const logo = await tenant.send('PUT', '/api/organisation/logo', aLogo)
  assert.equal(logo.status, 200, logo.text)
  const agreed = await tenant.post('/api/business-profiles', aBuyer({ profile_id: agreedProfile }))
  assert.equal(agreed.status, 201, agreed.text)
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
  // A client that tests may revoke, so that they do not depend on their order.
  const { id: revocable } = await aClient(store, tenant.orgId)
  const agreement = await anAgreement(tenant, `BP-${word}`)
  const rows = '{"note":"x"}\n{"note":"y"}\n'
  const upload = await checkedUpload(tenant, `${word}.ndjson`, rows, { business_profile_id: `BP-${word}` })
  const asked = await tenant.post(
    `/api/approvals?family=purchase-invoices&business_profile_id=BP-${word}`,
    aPurchaseInvoice(),
  )
  assert.equal(asked.status, 201, asked.text)
  const approval: string = asked.json.approval_id
  const webhook = await aWebhook(running, tenant)
  const removable = await aWebhook(running, tenant)
  const user = await aPerson(running, tenant.orgId, { name: `${word} clerk` })
  const tokenFor = await tokensOf(running, tenant)
  const draft = await aDraft(running, tenant)
  const removableDraft = await aDraft(running, tenant)
  const removableUser = await aPerson(running, tenant.orgId, { name: `${word} viewer` })
  const removableSession = await aPerson(running, tenant.orgId, { name: `${word} visitor` })
  const key = await mailKey(running.service.parts.store.database)
  const unsubscribing = unsubscribeToken(key, { orgId: tenant.orgId, userId: user.userId })
  return {
    tenant,
    client: { id: clientId, secret: clientSecret },
    tokenFor,
    id(operation, name) {
      if (name === 'webhook_id') return operation.method === 'DELETE' ? removable.id : webhook.id
      if (name === 'event_id') return webhook.eventId
      if (operation.id === 'lookUpParticipant') return name === 'scheme' ? '0235' : '1345678901'
      if (name === 'agreement_id') return agreement
      if (name === 'supplier_id') return documents.get('purchase-invoices')?.id ?? ''
      if (name === 'draft_id') return operation.method === 'DELETE' ? removableDraft : draft
      if (name === 'upload_id') return upload.upload_id
      if (name === 'approval_id') return approval
      if (name === 'user_id') return operation.method === 'DELETE' ? removableUser.userId : user.userId
      if (name === 'session_id') return removableSession.sessionId
      if (name === 'token') return unsubscribing
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
  /** The token for an operation: a person's where only people have what it reads. */
  tokenFor(operation: Operation): string
  /** What the organisation owns, by the parameter that names it in the operation's path. */
  id(operation: Pick<Operation, 'id' | 'method' | 'path'>, name: string): string
}

/** Makes a person beside the tenant; both tokens are used by nobody yet. */
export async function tokensOf(running: TestService, tenant: Tenant): Promise<Possessions['tokenFor']> {
  const { session } = await aPerson(running, tenant.orgId, { name: 'Walker' })
  const personToken = await running.service.parts.people.tokenOf(session.signedIn)
  const { store, now } = running.service.parts
  const operator = await newAccount(store, running.config, tenant.orgId, 'operator', now())
  return (operation) => {
    if (ofPeople.has(operation.id)) return personToken
    const isOperators = needsAccount(operation) && scopesOf(operation).every((scope) => scope === 'operator')
    return isOperators ? operator.token : tenant.token
  }
}

/** A client has neither settings nor sessions. */
const ofPeople = new Set(['changeMe', 'listSessions'])

/** A body that the operation accepts; undefined for one without. */
export function bodyFor({ id, path, body }: Operation): Members | undefined {
  if (body.kind !== 'json' && body.kind !== 'ndjson') return undefined
  const known = bodies[id]
  if (known !== undefined) return known
  const family = families.find((name) => path.startsWith(`/api/${name}/`))
  assert.ok(family, `${id} has a body: say here which it takes`)
  return requests[family]()
}

/** Refused where local addresses are forbidden; where they are allowed, nothing listens there. */
const webhook = { url: 'https://127.0.0.1:1/' }

/** Every organisation of these tests has this profile too. */
const agreedProfile = 'BP-AGREED'

const unknownDocument = '01900000-0000-7000-8000-000000000000'

const aHandling = { note: 'Entered again' }

const aHold = { reason: 'Dispute 12' }

/** A red square. */
const aLogo = {
  file_type: 'image/png',
  file_content: 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPYrCaHFTEMLQkARnA9wT0fC4MAAAAASUVORK5CYII=',
}

const bodies: Readonly<Record<string, Members>> = {
  replaceLogo: aLogo,
  saveDraft: draftAt(1),
  handlePurchaseInvoice: aHandling,
  handlePurchaseCreditNote: aHandling,
  handleSalesInvoice: aHandling,
  handleSalesCreditNote: aHandling,
  setApprovalRule: { amount_from: 1000, approvers: 'admin' },
  askForApproval: aPurchaseInvoice(),
  approveDocument: { digest: '0'.repeat(64) },
  returnDocument: { note: 'The quantity is wrong' },
  holdPurchaseInvoice: aHold,
  holdPurchaseCreditNote: aHold,
  holdSalesInvoice: aHold,
  holdSalesCreditNote: aHold,
  holdOrganisation: aHold,
  retryLegs: { cause: 'nothing stopped for this' },
  reportAgain: { document_id: unknownDocument },
  creditPurchaseInvoice: { discrepancy_response: 'DL8.61.1.D' },
  creditSalesInvoice: { discrepancy_response: 'DL8.61.1.D' },
  createBusinessProfile: aBuyer(),
  replaceBusinessProfile: aBuyer(),
  createWebhook: webhook,
  updateWebhook: webhook,
  replayWebhook: { since: '0' },
  testWebhook: {},
  changeOrganisation: { phase_2_enabled: true },
  createUpload: uploadBody({ profileId: agreedProfile }, 'a.ndjson', '{}'),
  issueUpload: {},
  createAgreement: agreementWith(agreedProfile),
  endAgreement: { valid_to: '2030-12-31' },
  createUser: { name: 'another', role: 'viewer' },
  changeUser: { language: 'en' },
  changeMe: {},
  createClient: { name: 'another', scope: 'documents:read' },
  rotateClient: {},
  advanceSandboxClock: { by: '1s' },
}

function draftAt(version: number): Members {
  return {
    family: 'purchase-invoices',
    business_profile_id: agreedProfile,
    version,
    writer: 'a-page',
    content: '{"accounting_supplier_party":{"name":"Begun Trading"}}',
  }
}

async function aDraft(running: TestService, { orgId }: Tenant): Promise<string> {
  const id = randomUUID()
  const clerk = await aPerson(running, orgId, { role: 'clerk' })
  const saved = await clerk.send('PUT', `/api/drafts/${id}`, draftAt(0))
  assert.equal(saved.status, 200, saved.text)
  return id
}

function agreementWith(profileId: string): Members {
  return {
    agreement_number: `SBA ${profileId}`,
    business_profile_id: profileId,
    supplier_name: 'Gulf Metals Trading LLC',
    supplier_tin: '1002345678',
    valid_from: '2020-01-01',
  }
}

/** It covers the suppliers of all requests, so that their invoices have no warning. */
async function anAgreement(tenant: Tenant, profileId: string): Promise<string> {
  const added = await tenant.post('/api/agreements', agreementWith(profileId))
  assert.equal(added.status, 201, added.text)
  return added.json.agreement_id
}

/** A webhook whose address receives nothing, with an event to deliver. */
async function aWebhook({ service }: TestService, { orgId }: Tenant) {
  const { store } = service.parts
  const id = randomUUID()
  const wanted = { url: 'https://127.0.0.1/', eventTypes: undefined, description: undefined, isActive: true }
  await addWebhook(store.database, { ...wanted, orgId, id, secret: newSecret(), position: 0, createdAt: 1 }, 2)
  const page = { before: undefined, status: undefined, limit: 1 }
  const delivery = await eventually(async () => (await deliveriesOf(store.database, orgId, id, page))[0])
  return { id, eventId: delivery.eventId }
}

/** The query without which an approval cannot be asked for; empty for all other operations. */
export function approvalQuery(operation: Operation, { id }: Possessions): string {
  if (operation.id !== 'askForApproval') return ''
  return `?family=purchase-invoices&business_profile_id=${id(operation, 'business_profile_id')}`
}
