import type { Operation } from '../operation.ts'

/**
 * The groups that readers of the OpenAPI document see, in their order; an operation belongs to the
 * first whose path it begins with.
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
  {
    name: 'Events',
    description: 'Every change of every document: to be read, or to be sent',
    paths: ['/api/events', '/api/webhooks'],
  },
  {
    name: 'Business profiles',
    description: 'The parties that documents are issued for',
    paths: ['/api/business-profiles'],
  },
  {
    name: 'Administration',
    description: 'The organisation, and the programs that call for it',
    paths: ['/api/organisation', '/api/clients'],
  },
  { name: 'Tokens', description: 'OAuth 2.0 client credentials', paths: ['/oauth', '/auth', '/.well-known'] },
  {
    name: 'Rules and codes',
    description: 'What documents are judged by: public',
    paths: ['/api/rules', '/api/codelists'],
  },
  { name: 'Sandbox', description: 'There only while the network is make-believe', paths: ['/sandbox'] },
  { name: 'Gateway', description: 'For the access point alone', paths: ['/gateway'] },
  {
    name: 'Service',
    description: 'The process, and this document',
    paths: ['/', '/healthz', '/readyz', '/openapi.json'],
  },
] as const

export const tags: readonly { readonly name: string; readonly description: string }[] = groups.map(
  ({ name, description }) => ({ name, description }),
)

/** Throws for an operation that belongs nowhere: a group is to be named when one is added. */
export function tagOf({ id, path }: Operation): string {
  const group = groups.find(({ paths }) => paths.some((start) => path === start || path.startsWith(`${start}/`)))
  if (group === undefined) throw new Error(`the operation ${id} belongs to no group of OpenAPI`)
  return group.name
}
