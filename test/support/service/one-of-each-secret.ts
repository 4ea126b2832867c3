import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { jsonOf, type Members, requests } from '../requests/requests.ts'
import { type Fetched, fetchDeclared } from './fetch-declared.ts'
import { aPerson } from './people.ts'
import type { Tenant, TestService } from './test-service.ts'

/** An organisation with one of everything that the service encrypts under SECRET_KEY. */
export interface OneOfEachSecret {
  readonly tenant: Tenant
  /** In compatibility mode, where its secret is stored. */
  readonly client: { readonly id: string; readonly secret: string }
  readonly webhookId: string
  readonly draftPath: string
  readonly approval: { readonly approval_id: string; readonly digest: string }
}

/** `target`: where the webhook sends. */
export async function oneOfEachSecret(running: TestService, target: string): Promise<OneOfEachSecret> {
  const tenant = await running.tenant({ scope: 'documents:read documents:write documents:approve profiles admin' })
  await tenant.send('PATCH', '/api/organisation', { compatibility: 'x-neighbour' })
  const { json: made } = await tenant.post('/api/clients', { name: 'ERP', scope: 'documents:read' })
  const { json: webhook } = await tenant.post('/api/webhooks', { url: target })
  await tenant.send('PUT', '/api/organisation/approval-rule', { amount_from: 0, approvers: 'clerk' })
  const author = await aPerson(running, tenant.orgId, { role: 'clerk', name: 'Amal' })
  const draftPath = `/api/drafts/${randomUUID()}`
  assert.equal((await author.send('PUT', draftPath, draftOf('A-1'))).status, 200)
  const family = 'purchase-invoices'
  const address = `/api/approvals?family=${family}&business_profile_id=${tenant.profileId}`
  const asked = await author.send('POST', address, requests[family]())
  assert.equal(asked.status, 201, asked.text)
  const client = { id: made.client_id, secret: made.client_secret }
  return { tenant, client, webhookId: webhook.id, draftPath, approval: asked.json }
}

export function draftOf(number: string): Members {
  return {
    family: 'purchase-invoices',
    business_profile_id: 'BP-1',
    version: 0,
    writer: 'page-1',
    content: JSON.stringify({ document_number: number }),
  }
}

/** Asks for a token by a signature, for which the service needs the secret itself. */
export function tokenBySignature(address: string, { id, secret }: OneOfEachSecret['client']): Promise<Fetched> {
  const signature = createHmac('sha256', secret).update(id).digest('base64')
  const headers = { 'x-neighbour-signature': signature }
  return fetchDeclared(address, `/auth/token?client_id=${encodeURIComponent(id)}`, { headers })
}

/** Documents of programs wait for no approval. */
export async function aProgram(address: string, admin: Pick<Tenant, 'send'>) {
  const made = await admin.send('POST', '/api/clients', { name: 'Biller', scope: 'documents:read documents:write' })
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: made.json.client_id,
    client_secret: made.json.client_secret,
  })
  const { json } = await fetchDeclared(address, '/oauth/token', {
    method: 'POST',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return {
    issue: (profileId: string, body: Members) =>
      fetchDeclared(address, `/api/purchase-invoices/${profileId}`, {
        method: 'POST',
        body: jsonOf(body),
        headers: { authorization: `Bearer ${json.access_token}`, 'content-type': 'application/json' },
      }),
  }
}
