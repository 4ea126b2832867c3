import type { Operation } from '../operation.ts'

/**
 * The groups of the OpenAPI document, in order; an operation belongs to the first group with a
 * matching path.
 */
const groups = [
  { name: 'Purchase invoices', description: 'Self-billed: the buyer issues them', paths: ['/api/purchase-invoices'] },
  {
    name: 'Purchase credit notes',
    description: 'Self-billed: the buyer issues them',
    paths: ['/api/purchase-credit-notes'],
  },
  { name: 'Sales invoices', description: 'The seller issues them', paths: ['/api/sales-invoices'] },
  { name: 'Sales credit notes', description: 'The seller issues them', paths: ['/api/sales-credit-notes'] },
  { name: 'Documents', description: 'Documents of all families', paths: ['/api/documents'] },
  {
    name: 'Uploads',
    description: 'Files of documents, which the service checks and issues',
    paths: ['/api/uploads'],
  },
  {
    name: 'Approvals',
    description: 'Documents of people that wait for a second person',
    paths: ['/api/approvals'],
  },
  {
    name: 'Judging',
    description: 'UBL documents of any origin, judged by their rules',
    paths: ['/api/validate'],
  },
  {
    name: 'Delivery',
    description: 'Legs that wait, and what a person can do about them',
    paths: ['/api/legs'],
  },
  {
    name: 'Evidence',
    description: 'Proof of what was issued, sent and answered, for many documents at once',
    paths: ['/api/evidence'],
  },
  {
    name: 'Events',
    description: 'Every change of every document, to read or to receive',
    paths: ['/api/events', '/api/webhooks'],
  },
  {
    name: 'Business profiles',
    description: 'The parties that documents are issued for',
    paths: ['/api/business-profiles'],
  },
  {
    name: 'Participants',
    description: 'Who is on the network, and what they can receive',
    paths: ['/api/participants'],
  },
  {
    name: 'Agreements',
    description: 'With which suppliers you have agreed on self-billing',
    paths: ['/api/agreements'],
  },
  {
    name: 'Suppliers',
    description: 'The suppliers that your invoices and agreements name',
    paths: ['/api/suppliers'],
  },
  {
    name: 'Drafts',
    description: 'Documents that a person has begun in the console and not issued yet',
    paths: ['/api/drafts'],
  },
  {
    name: 'Administration',
    description: 'The organisation, its clients, who changed what, what was requested, and outages',
    paths: ['/api/organisation', '/api/organisations', '/api/clients', '/api/audit', '/api/requests', '/api/outages'],
  },
  {
    name: 'People',
    description: 'Users, their sessions, and your own account',
    paths: ['/api/users', '/api/sessions', '/api/me', '/api/unsubscribe'],
  },
  { name: 'Tokens', description: 'OAuth 2.0 client credentials', paths: ['/oauth', '/auth', '/.well-known'] },
  {
    name: 'Rules and codes',
    description: 'The rules and codes for judging documents; public',
    paths: ['/api/rules', '/api/codelists'],
  },
  { name: 'Sandbox', description: 'Exists only with the simulated network', paths: ['/sandbox'] },
  { name: 'Gateway', description: 'Only for our access point', paths: ['/gateway'] },
  {
    name: 'Service',
    description: 'The process and this document',
    paths: ['/', '/healthz', '/readyz', '/openapi.json'],
  },
] as const

export const tags: readonly { readonly name: string; readonly description: string }[] = groups.map(
  ({ name, description }) => ({ name, description }),
)

type Group = (typeof groups)[number]['name']

/** Throws for an operation without a group, so that every new operation gets one. */
export function tagOf({ id, path }: Operation): Group {
  const group = groups.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}/`)))
  if (group === undefined) throw new Error(`the operation ${id} has no group: add its path in tags.ts`)
  return group.name
}

/**
 * Operations in the order of their groups, then by path, fixed words before parameters: the same
 * wherever they are declared.
 */
export function inOrder(operations: readonly Operation[]): readonly Operation[] {
  const rank = new Map(groups.map(({ name }, at) => [name, at]))
  const keyOf = (operation: Operation) => ({
    rank: rank.get(tagOf(operation)) ?? 0,
    path: operation.path,
    method: methods.indexOf(operation.method),
  })
  return operations
    .map((operation) => ({ operation, key: keyOf(operation) }))
    .toSorted(({ key: one }, { key: other }) => {
      const byPath = one.path < other.path ? -1 : Number(one.path > other.path)
      return one.rank - other.rank || byPath || one.method - other.method
    })
    .map(({ operation }) => operation)
}

const methods: readonly Operation['method'][] = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE']
