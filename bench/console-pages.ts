import { v7 } from 'uuid'
import { newLoginLink } from '../src/people/login-link.ts'
import { addUser } from '../src/store/people/users.ts'
import type { Store } from '../src/store/store.ts'
import { aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import type { StoredTenant } from '../test/support/service/tenants.ts'

/** A login link of a new administrator: what follows `/console/sign-in/`. */
export async function loginLinkOf({ database }: Store, { orgId }: StoredTenant): Promise<string> {
  const now = Date.now()
  const user = { orgId, id: v7(), name: 'Amina Rashid', email: undefined, role: 'admin' as const, createdAt: now }
  await addUser(database, user)
  const { secret, statement } = newLoginLink(user, now)
  await database.transaction([statement])
  return secret
}

/** Signs in as a browser does; returns the cookies of the session. */
export async function signIn(address: string, link: string): Promise<string> {
  const response = await fetch(`${address}/console/sign-in/${link}`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (response.status !== 303 || !cookies.some((cookie) => cookie?.startsWith('selfbill=')))
    throw new Error(`the sign-in answered ${response.status}`)
  return cookies.join('; ')
}

/** Milliseconds until the first byte of a page; reads the rest, so that pages follow each other. */
export async function firstByteMs(url: string, cookie: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
  const reader = response.body?.getReader()
  let part = await reader?.read()
  const ms = performance.now() - began
  while (part?.done === false) part = await reader?.read()
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return ms
}

/** Issues a document with all its texts, for the page of a document; returns its id. */
export async function issueOne(address: string, { profileId, token }: StoredTenant): Promise<string> {
  const response = await fetch(`${address}/api/purchase-invoices/${profileId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: jsonOf(aPurchaseInvoice({ document_number: 'BENCH-1' })),
  })
  const { id }: { readonly id?: string } = Object(await response.json())
  if (response.status !== 201 || id === undefined) throw new Error(`the create answered ${response.status}`)
  return id
}

/** The pages that people open most, by name and path. The last days make the filters find something. */
export function pagesOf(documentId: string): readonly (readonly [string, string])[] {
  const inbox = '/console/documents'
  const document = `${inbox}/purchase-invoices/${documentId}`
  return [
    ['page: inbox', inbox],
    ['page: inbox, in flight', `${inbox}?view=flight`],
    ['page: inbox, done', `${inbox}?view=done`],
    ['page: inbox, all', `${inbox}?view=all`],
    ['page: inbox, filtered by C3 status', `${inbox}?view=all&c3_status=STALLED`],
    ['page: inbox, changed in the last day', `${inbox}?view=attention&changed=day`],
    ['page: search for a common name', '/console/search?q=gulf'],
    ['page: search, and nothing is found', '/console/search?q=zzz'],
    ['page: document', document],
    ['page: document, log', `${document}?tab=log`],
    ['page: operations', '/console/operations'],
    ['page: settings, audit', '/console/settings/audit'],
  ]
}
