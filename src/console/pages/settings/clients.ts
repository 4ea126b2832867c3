import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { badge } from '../../parts/badge.ts'
import { copyable } from '../../parts/code-block.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { pageSize } from '../../parts/page-size.ts'
import { cursorPager } from '../../parts/pager.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { settingsWords } from './settings-words.ts'
import { settingsTabs } from './tabs.ts'

/** The programs of the organisation. Revoked ones stay in the list. */
export const listClients = page({
  path: '/console/settings/clients',
  access: 'admin',
  query: ['cursor'],
  async show(call) {
    const { api, say, query } = call
    const clients = await api.call('listClients', { query: { ...given({ cursor: query.cursor }), limit: pageSize } })
    const add = html`<a class="button primary" href="/console/settings/clients/new">${say(accountWords.addClient)}</a>`
    return {
      title: say(settingsWords.clients),
      body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.clients), { about: say(accountWords.clientsAbout), actions: [add] })}
${list(call, clients.items)}
${cursorPager(call, { next: clients.next, cursor: query.cursor })}`,
    }
  },
})

export const clientsPath = '/console/settings/clients'

export type Client = Operations['listClients']['answer']['items'][number]

function list(call: Pick<Call, 'say' | 'format'>, clients: readonly Client[]): Html {
  const { say, format } = call
  if (clients.length === 0) return emptyState(say(accountWords.noClients), say(accountWords.noClientsHint))
  const columns: readonly Column<Client>[] = [
    { title: say(sharedWords.name), isHead: true, cell: ({ name }) => html`<bdi>${name}</bdi>` },
    { title: say(accountWords.clientId), cell: ({ client_id }) => copyable(client_id) },
    {
      title: say(accountWords.scopes),
      cell: ({ scope }) => scope.split(' ').map((one) => html`<div>${scopeWords(call, one)}</div>`),
    },
    { title: say(accountWords.state), cell: (client) => stateOf(call, client) },
    { title: say(sharedWords.created), cell: ({ created_at }) => format.moment(created_at) },
    { title: say(sharedWords.actions), cell: (client) => actionsOf(call, client) },
  ]
  return table(say(settingsWords.clients), columns, clients)
}

/** The choices of a new client's form. */
export const scopeLabels = [
  ['documents:read', accountWords.documentsRead],
  ['documents:write', accountWords.documentsWrite],
  ['documents:approve', accountWords.documentsApprove],
  ['profiles', accountWords.profilesScope],
  ['admin', accountWords.adminScope],
] as const

function scopeWords({ say }: Pick<Call, 'say'>, scope: string): Html {
  const label = scopeLabels.find(([name]) => name === scope)?.[1]
  return label === undefined ? html`<code>${scope}</code>` : html`${say(label)}`
}

function stateOf({ say, format }: Pick<Call, 'say' | 'format'>, client: Client): Html {
  const { revoked_at: revoked, previous_secret_until: until } = client
  if (revoked !== undefined) return html`${badge('quiet', say(accountWords.revoked))} ${format.moment(revoked)}`
  return html`${badge('good', say(accountWords.active))}\
${until !== undefined && html`<p class="detail">${say(accountWords.twoSecrets)} ${format.moment(until)}</p>`}`
}

function actionsOf({ say }: Pick<Call, 'say'>, { client_id: id, name, revoked_at }: Client): Html | undefined {
  if (revoked_at !== undefined) return undefined
  const about = html`<span class="unseen"> ${name}</span>`
  return html`<div class="actions">
<a class="button" href="/console/settings/clients/${id}/rotate">${say(accountWords.rotate)}${about}</a>
<a class="button danger" href="/console/settings/clients/${id}/revoke">${say(accountWords.revoke)}${about}</a></div>`
}
