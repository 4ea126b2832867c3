import type { Role } from '../../security/roles.ts'
import { roles } from '../../security/roles.ts'
import type { MessageKey } from '../language/language.ts'
import type { Route } from '../route.ts'

/** The main navigation: the entries whose pages exist, in this order. */
export interface NavigationEntry {
  readonly path: string
  readonly label: MessageKey
  readonly access: Route['access']
}

const order = [
  { path: '/console/documents', label: 'shell.inbox' },
  { path: '/console/new', label: 'shell.create' },
  { path: '/console/upload', label: 'shell.upload' },
  { path: '/console/webhooks', label: 'shell.webhooks' },
  { path: '/console/operations', label: 'shell.operations' },
  { path: '/console/settings', label: 'shell.settings' },
  { path: '/console/rules', label: 'shell.catalogue' },
  { path: '/reference', label: 'shell.reference' },
] as const satisfies readonly { readonly path: string; readonly label: MessageKey }[]

/** Where the search box of every page leads. */
export const searchPath = '/console/search'

export function navigationOf(routes: readonly Route[]): readonly NavigationEntry[] {
  return order.flatMap((entry) => {
    const route = routes.find(({ method, path }) => method === 'GET' && path === entry.path)
    return route === undefined ? [] : [{ ...entry, access: route.access }]
  })
}

/** What this role may open. */
export function entriesFor(navigation: readonly NavigationEntry[], role: Role): readonly NavigationEntry[] {
  return navigation.filter(({ access }) => access === 'anyone' || roles.indexOf(role) >= roles.indexOf(access))
}

/** The entry that holds the page: the longest path that the address begins with. */
export function entryOf(navigation: readonly NavigationEntry[], address: string): NavigationEntry | undefined {
  const path = address.split('?')[0] ?? ''
  return navigation
    .filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
}
