import { html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { pageSize } from '../../parts/page-size.ts'
import { cursorPager } from '../../parts/pager.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import { page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { settingsWords } from './settings-words.ts'
import { settingsTabs } from './tabs.ts'

/** The people of the organisation. */
export const listUsers = page({
  path: '/console/settings/users',
  access: 'admin',
  query: ['cursor'],
  async show(call) {
    const { api, say, query, format } = call
    const users = await api.call('listUsers', { query: { ...given({ cursor: query.cursor }), limit: pageSize } })
    const add = html`<a class="button primary" href="/console/settings/users/new">${say(accountWords.addUser)}</a>`
    const columns: readonly Column<User>[] = [
      {
        title: say(sharedWords.name),
        isHead: true,
        cell: ({ user_id: id, name }) => html`<a href="/console/settings/users/${id}"><bdi>${name}</bdi></a>`,
      },
      {
        title: say(accountWords.email),
        cell: ({ email, invitation_expires_at: end }) =>
          html`<bdi dir="ltr">${email ?? '–'}</bdi>
${end !== undefined && html`<p class="detail">${say(accountWords.invitedShort)}</p>`}`,
      },
      { title: say(accountWords.role), cell: ({ role }) => say(sharedWords[role]) },
      { title: say(sharedWords.created), cell: ({ created_at }) => format.moment(created_at) },
    ]
    return {
      title: say(settingsWords.users),
      body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.users), { about: say(accountWords.usersAbout), actions: [add] })}
${table(say(settingsWords.users), columns, users.items)}
${cursorPager(call, { next: users.next, cursor: query.cursor })}`,
    }
  },
})

export const usersPath = '/console/settings/users'

export function userPath(id: string): string {
  return `${usersPath}/${encodeURIComponent(id)}`
}

export type User = Operations['retrieveUser']['answer']
