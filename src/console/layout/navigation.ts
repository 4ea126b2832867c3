import type { Role } from '../../security/roles.ts'
import { roles } from '../../security/roles.ts'
import type { Sentence } from '../language/words.ts'
import type { Route } from '../route.ts'
import { shellWords } from './shell-words.ts'

/** The main navigation: the entries whose pages exist, in this order. */
export interface NavigationEntry {
  readonly path: string
  readonly label: Sentence
  readonly access: Route['access']
}

/** The entry that says how many need the person. */
export const approvalsPath = '/console/approvals'

const order = [
  { path: '/console/documents', label: shellWords.inbox },
  { path: '/console/new', label: shellWords.create },
  { path: '/console/drafts', label: shellWords.drafts },
  { path: '/console/upload', label: shellWords.upload },
  { path: approvalsPath, label: shellWords.approvals },
  { path: '/console/month', label: shellWords.month },
  { path: '/console/webhooks', label: shellWords.webhooks },
  { path: '/console/operations', label: shellWords.operations },
  { path: '/console/settings', label: shellWords.settings },
  { path: '/console/rules', label: shellWords.catalogue },
  { path: '/reference', label: shellWords.reference },
] as const satisfies readonly { readonly path: string; readonly label: Sentence }[]

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
