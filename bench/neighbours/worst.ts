import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Family, families } from '@selfbill/pint-ae/document'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import type { Operation } from '../../src/api/operation.ts'
import { addWebhook } from '../../src/features/webhooks/stored-webhooks.ts'
import { newSecret } from '../../src/security/webhook-signature.ts'
import { onlyRow, text } from '../../src/store/database/columns.ts'
import { revisionOwner } from '../../src/store/database/text-parts.ts'
import type { Store } from '../../src/store/store.ts'
import { sql } from '../../test/support/databases/any-row.ts'
import { aBuyer, aLine, jsonOf, type Members, requests } from '../../test/support/requests/requests.ts'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { largestStatus } from './largest-status.ts'
import { largestUbl } from './largest-ubl.ts'
import type { StormOrder } from './protocol.ts'

/** The worst call of every operation: about the largest document, with the largest body. */
export interface Worst {
  call(operation: Operation): Pick<StormOrder, 'method' | 'path' | 'headers' | 'body'>
}

/** The secret of the access point of the bench. */
export const inboundSecret = 'x'.repeat(32)

const lines = 10_000
const revisions = 41
const pageRows = 100

/**
 * Gives one organisation the largest things: documents of 10,000 lines, one with 41 revisions,
 * attachments of megabytes, and full pages in every list.
 */
export async function worstOf(address: string, store: Store, tenant: StoredTenant): Promise<Worst> {
  const own = await largest(address, store, tenant)
  return {
    call(operation) {
      const path = pathOf(operation, own) + neededQuery(operation)
      const body = bodyOf(operation, own)
      return {
        method: operation.method,
        path:
          operation.id.startsWith('list') && !path.includes('?') && operation.query?.size !== undefined
            ? `${path}?size=100`
            : path,
        headers: {
          ...(body !== undefined && { 'content-type': mediaTypeOf(operation.body) ?? '' }),
          ...(operation.access.kind === 'gateway' && { 'x-selfbill-secret': inboundSecret }),
        },
        body,
      }
    },
  }
}

function neededQuery({ id }: Operation): string {
  if (id === 'periodEvidence') return '?from=2026-01-01&to=2027-12-31'
  return id.endsWith('Ids') ? '?created_on=2026-07-01&size=100' : ''
}

interface Owned {
  readonly tenant: StoredTenant
  /** By family: a document that passed, and one that failed its rules and has many revisions. */
  readonly documents: ReadonlyMap<
    string,
    { readonly passed: string; readonly failed: string; readonly attachment: string }
  >
  readonly webhook: string
  /** For `validateDocument`. */
  readonly ubl: string
  /** For `gatewayInbound`. */
  readonly status: string
}

async function largest(address: string, store: Store, tenant: StoredTenant): Promise<Owned> {
  const documents = new Map<string, { passed: string; failed: string; attachment: string }>()
  for (const family of families) {
    await fillList(address, tenant, family)
    const passed = await created(address, tenant, family, largeRequest(family, true))
    const { id: failed } = await created(address, tenant, family, largeRequest(family, false))
    await multiply(store, tenant.orgId, failed)
    documents.set(family, { passed: passed.id, failed, attachment: passed.attachments[0]?.id ?? '' })
  }
  const webhook = randomUUID()
  const wanted = { url: 'https://127.0.0.1/', eventTypes: undefined, description: undefined, isActive: true }
  await addWebhook(
    store.database,
    { ...wanted, orgId: tenant.orgId, id: webhook, secret: newSecret(), position: 0, createdAt: 1 },
    10,
  )
  const invoice = documents.get('purchase-invoices')?.passed ?? ''
  const ubl = largestUbl(await xmlOf(address, tenant, invoice))
  const status = largestStatus(await reportOf(store, tenant.orgId, invoice))
  return { tenant, documents, webhook, ubl, status }
}

/** The transmission to the tax authority. */
async function reportOf({ database }: Store, orgId: string, id: string): Promise<string> {
  const report = sql(
    "select transmission_uuid from legs where org_id = $1 and document_id = $2 and corner = 'C5'",
    orgId,
    id,
  )
  return text(onlyRow(await database.query(report)), 'transmission_uuid')
}

async function xmlOf(address: string, { token }: StoredTenant, id: string): Promise<string> {
  const response = await fetch(`${address}/api/purchase-invoices/${id}/xml`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(response.status, 200)
  return await response.text()
}

/** Small documents for the largest page of a list, older than the large ones. */
async function fillList(address: string, { token, profileId }: StoredTenant, family: Family): Promise<void> {
  const response = await fetch(`${address}/api/${family}/${profileId}/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: `${jsonOf(requests[family]())}\n`.repeat(pageRows),
  })
  const results = (await response.text()).trim().split('\n')
  const stored = results.filter((result) => result.includes('"status":201,')).length
  assert.equal(stored, pageRows, `${family}: ${results[0]?.slice(0, 300)}`)
}

async function created(address: string, { token, profileId }: StoredTenant, family: Family, body: string) {
  const response = await fetch(`${address}/api/${family}/${profileId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
  const answer: { readonly id: string; readonly attachments: readonly { readonly id: string }[] } = JSON.parse(
    await response.text(),
  )
  assert.equal(response.status, 201, `${family}: ${JSON.stringify(answer).slice(0, 300)}`)
  return answer
}

/** Copies the first revision of the document until it has 41. */
async function multiply({ database }: Store, orgId: string, id: string): Promise<void> {
  for (let revision = 2; revision <= revisions; revision += 1) {
    await database.transaction([
      sql(
        `insert into revisions (org_id, document_id, revision, request, answer, ubl, findings, changes, created_at,
           request_bytes, answer_bytes, ubl_bytes, findings_bytes)
         select org_id, document_id, $3, request, answer, ubl, findings, '{"changes":[],"changes_omitted":0,"findings":{"cured":[],"left":[],"new":[],"omitted":0}}', created_at,
           request_bytes, answer_bytes, ubl_bytes, findings_bytes
         from revisions where org_id = $1 and document_id = $2 and revision = 1`,
        orgId,
        id,
        revision,
      ),
      sql(
        `insert into text_parts (org_id, owner, name, part, packing, content)
         select org_id, cast($3 as text), name, part, packing, content from text_parts where org_id = $1 and owner = $2`,
        orgId,
        revisionOwner(id, 1),
        revisionOwner(id, revision),
      ),
      sql('update documents set revision = $3 where org_id = $1 and id = $2', orgId, id, revision),
    ])
  }
}

const largeRequests = new Map<string, string>()

/** 10,000 lines. A failing document has a finding for each of a thousand lines. */
function largeRequest(family: Family, isPassing: boolean): string {
  const key = `${family} ${isPassing}`
  const known = largeRequests.get(key)
  if (known !== undefined) return known
  const document_lines = Array.from({ length: lines }, (_, at) =>
    aLine({ description: `Item ${at}`, ...(!isPassing && at < 1_000 && { unit_code: 'NONE' }) }),
  )
  const attachments = [
    { file_name: 'a.csv', file_type: 'text/csv', file_content: Buffer.alloc(500_000, 'a;').toString('base64') },
  ]
  const text = jsonOf(requests[family]({ document_lines, attachments }))
  assert.ok(text.length < 8 * 1024 * 1024, `${text.length} bytes`)
  largeRequests.set(key, text)
  return text
}

function pathOf(operation: Operation, { tenant, documents, webhook }: Owned): string {
  if (operation.id === 'retrieveRule') return '/api/rules/IBR-002'
  if (operation.id === 'retrieveCodeList') return '/api/codelists/currencies'
  const document = documents.get(operation.path.split('/')[2] ?? '')
  const isOfFailed = /Revisions$|Evidence$|^resubmit|Html$/.test(operation.id)
  const values: Readonly<Record<string, string | undefined>> = {
    business_profile_id: tenant.profileId,
    webhook_id: webhook,
    event_id: randomUUID(),
    client_id: randomUUID(),
    attachment_id: document?.attachment,
    id: isOfFailed ? document?.failed : document?.passed,
  }
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? randomUUID())
}

function bodyOf(operation: Operation, { ubl, status }: Owned): string | undefined {
  const { id, path, body } = operation
  const family = families.find((name) => path.startsWith(`/api/${name}/`))
  if (body.kind === 'ndjson' && family !== undefined) return `${largeRequest(family, true)}\n`.repeat(4)
  if (id.startsWith('credit')) return '{"discrepancy_response":"DL8.61.1.D"}'
  if (body.kind === 'form') return 'grant_type=client_credentials'
  if (id === 'validateDocument') return ubl
  if (id === 'gatewayInbound') return status
  if (body.kind === 'none') return undefined
  if (family !== undefined) return largeRequest(family, !id.startsWith('resubmit'))
  return path.startsWith('/api/business-profiles') ? jsonOf(aBuyer()) : jsonOf(unknownMembers)
}

/** The largest body that such an operation reads. */
const unknownMembers: Members = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`unknown_${at}`, at]))
