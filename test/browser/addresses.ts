import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import type { Route } from '../../src/console/route.ts'
import type { Seeds, State } from './seeds.ts'
import type { Started } from './started.ts'

/** A page to open: an address of a route, and how to call it in a message. */
export interface Address {
  readonly name: string
  readonly address: string
  readonly route: Route
  /** The first of its route: opened in every variant. The others show the same page in another state. */
  readonly isFirst: boolean
}

/**
 * The addresses of every page that a browser opens. Parameters are filled from the seeds: a new one
 * fails here until `valuesOf` knows it.
 */
export function addressesOf(routes: readonly Route[], seeds: Seeds): readonly Address[] {
  return routes
    .filter(({ method }) => method === 'GET')
    .flatMap((route) => {
      const addresses = addressesOfRoute(route, seeds)
      return [...addresses, ...addresses.slice(0, 1).flatMap((first) => viewsOf(first))]
    })
}

/** What a page shows by its query: forms, tabs, filters, another list. */
function viewsOf({ address, route }: Address): readonly Address[] {
  return (views[route.path] ?? []).map(({ query, isInEveryVariant = false }) => ({
    name: `${route.path} (${query})`,
    address: `${address}?${query}`,
    route,
    isFirst: isInEveryVariant,
  }))
}

interface View {
  readonly query: string
  readonly isInEveryVariant?: true
}

const tabs = ['log', 'request', 'answer', 'ubl', 'tdd', 'mls', 'revisions', 'attachments', 'code']

const views: Readonly<Partial<Record<string, readonly View[]>>> = {
  '/console/new': [
    { query: 'family=purchase-invoices&profile=BP-SEED', isInEveryVariant: true },
    { query: 'family=sales-credit-notes&profile=BP-SEED' },
    { query: 'family=purchase-invoices&profile=BP-SEED&as=json' },
  ],
  '/console/documents': [
    { query: 'view=all', isInEveryVariant: true },
    { query: 'view=flight' },
    { query: 'view=done&family=sales-invoices' },
  ],
  '/console/documents/{family}/{id}': tabs.map((tab) => ({ query: `tab=${tab}` })),
  '/console/search': [{ query: 'q=SB' }, { query: 'q=nothing+at+all' }],
  '/console/operations/cause': [{ query: 'state=stalled&cause=The+connection+was+refused' }],
  '/console/month/evidence': [{ query: 'from=2026-07-01&to=2026-07-31&pdf=false' }],
  '/console/month': [{ query: 'month=2026-07', isInEveryVariant: true }],
  '/console/operations': [{ query: 'state=overdue' }, { query: 'state=waiting&organisation=all' }],
  '/console/webhooks/{webhook_id}': [{ query: 'test=yes' }],
  '/console/settings/agreements/{agreement_id}': [{ query: 'network=yes' }],
  '/console/settings/agreements': [{ query: 'supplier_tin=1999999999' }],
  '/console/upload/{upload_id}': [{ query: 'show=all' }],
  '/console/upload/columns': [
    { query: 'part=party' },
    { query: 'part=lines' },
    { query: 'part=more' },
    { query: 'part=codes' },
  ],
  '/console/settings/audit': [{ query: 'action=signIn' }],
}

function addressesOfRoute(route: Route, seeds: Seeds): readonly Address[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  if (names.includes('family') && names.includes('id')) {
    return statesOf(route.path, seeds).map(([state, { family, id }], at) => {
      const address = filled(route.path, (name) =>
        name === 'family' ? family : name === 'id' ? id : one(route.path, name, seeds),
      )
      return { name: `${route.path} (${state})`, address, route, isFirst: at === 0 }
    })
  }
  return [
    { name: route.path, address: filled(route.path, (name) => one(route.path, name, seeds)), route, isFirst: true },
  ]
}

/** The documents that a page of documents is opened for, the fitting one first. */
function statesOf(
  path: string,
  { documents, possessions }: Seeds,
): readonly (readonly [string, { family: string; id: string }])[] {
  if (path.includes('{attachment_id}')) {
    const id = possessions.id({ id: 'any', method: 'GET', path: '/api/purchase-invoices/{id}' }, 'id')
    return [['with an attachment', { family: 'purchase-invoices', id }]]
  }
  const first: State = /repair|resubmit/.test(path) ? 'failed rules' : 'approved'
  const states = [...documents].toSorted(([one], [other]) => Number(other === first) - Number(one === first))
  // A page below a document is about the state that it fits.
  return path.endsWith('{id}') ? states : states.filter(([state]) => state === first)
}

/** Of the supplier of all seeds. */
const supplierTrn = '100234567800003'

function one(path: string, name: string, { possessions, link, confirmation }: Seeds): string {
  const known: Readonly<Record<string, () => string>> = {
    family: () => 'purchase-invoices',
    link: () => (path.startsWith('/console/confirm-address/') ? confirmation : link),
    // One that a viewer may not call.
    operation: () => 'createPurchaseInvoice',
    id: () => 'ibr-128-ae',
    name: () => (path.startsWith('/reference/') ? 'DocumentLine' : 'emirates'),
    business_profile_id: () => 'BP-SEED',
    profile_id: () => 'BP-SEED',
    supplier_trn: () => supplierTrn,
  }
  const value = known[name] ?? possessionOf(name, possessions)
  assert.ok(value, `test/browser/addresses.ts does not know how to fill {${name}}`)
  return value()
}

/** The address of any route. */
export function filledRoute({ path }: Route, seeds: Seeds): string {
  const { family, id } = statesOf(path, seeds)[0]?.[1] ?? { family: '', id: '' }
  return filled(path, (name) => (name === 'family' ? family : name === 'id' ? id : one(path, name, seeds)))
}

function possessionOf(name: string, possessions: Seeds['possessions']): (() => string) | undefined {
  const path = '/api/purchase-invoices/{id}'
  const owned = [
    'client_id',
    'webhook_id',
    'event_id',
    'user_id',
    'session_id',
    'attachment_id',
    'agreement_id',
    'draft_id',
    'upload_id',
    'approval_id',
    'token',
  ]
  return owned.includes(name) ? () => possessions.id({ id: name, method: 'GET', path }, name) : undefined
}

function filled(path: string, value: (name: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
}

/** Whether the address is a page for the eye: neither a file, nor a stream without an end. */
export async function isPage(started: Started, context: BrowserContext, address: string): Promise<boolean> {
  return (await headOf(started, context, address)).isHtml
}

/**
 * Status and type of an answer, without its body. A printed document counts as a file: its policy
 * allows no scripts, so nothing can be run in it that would look for faults.
 */
export async function headOf({ running }: Started, context: BrowserContext, address: string) {
  const url = new URL(address, running.address)
  const cookies = await context.cookies(url.href)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const gone = new AbortController()
  const response = await fetch(url, { headers: { cookie, accept: 'text/html' }, signal: gone.signal })
  const { status, headers } = response
  gone.abort()
  const isHtml = (headers.get('content-type') ?? '').startsWith('text/html')
  const isSandboxed = (headers.get('content-security-policy') ?? '').includes('sandbox')
  return { status, isHtml: isHtml && !isSandboxed && !headers.has('content-disposition') }
}
