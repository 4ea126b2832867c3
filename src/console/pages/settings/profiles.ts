import { type Html, html } from '@selfbill/pint-ae/html'
import type { AnsweredBusinessProfile } from '../../../../client/src/api-types.ts'
import { may } from '../../may.ts'
import { badge } from '../../parts/badge.ts'
import { copyable } from '../../parts/code-block.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { pageSize } from '../../parts/page-size.ts'
import { cursorPager } from '../../parts/pager.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { documentWords } from '../documents/document-words.ts'
import { profileWords } from './profile-words.ts'
import { settingsTabs } from './tabs.ts'

/** The business profiles of the organisation: one page of a list, with what a new page needs. */
export const listProfiles = page({
  path: '/console/settings/profiles',
  access: 'viewer',
  query: ['cursor'],
  async show(call) {
    const { api, say, query } = call
    const profiles = await api.call('listBusinessProfiles', {
      query: { ...given({ cursor: query.cursor }), limit: pageSize },
    })
    const add = html`<a class="button primary" href="/console/settings/profiles/new">${say(profileWords.add)}</a>`
    const actions = may(call, 'admin') ? [add] : []
    return {
      title: say(profileWords.title),
      body: html`${settingsTabs(call)}
${pageHead(say(profileWords.title), { about: say(profileWords.about), actions })}
${list(call, profiles.items)}
${cursorPager(call, { next: profiles.next, cursor: query.cursor })}`,
    }
  },
})

function documentsOf(id: string): string {
  return `/console/documents?view=all&business_profile_id=${encodeURIComponent(id)}`
}

function list({ say, format }: Call, profiles: readonly AnsweredBusinessProfile[]): Html {
  if (profiles.length === 0) return emptyState(say(profileWords.empty), say(profileWords.emptyHint))
  const columns: readonly Column<AnsweredBusinessProfile>[] = [
    {
      title: say(profileWords.name),
      isHead: true,
      cell: ({ profile_id: id, name }) => html`<a href="/console/settings/profiles/${id}"><bdi>${name}</bdi></a>`,
    },
    {
      title: say(profileWords.trn),
      cell: ({ party_tax_scheme: tax }) => html`<bdi class="figure" dir="ltr">${tax?.company_id ?? '–'}</bdi>`,
    },
    { title: say(profileWords.id), cell: ({ profile_id }) => copyable(profile_id) },
    {
      title: say(profileWords.state),
      cell: ({ status }) =>
        status === 'INACTIVE' ? badge('quiet', say(profileWords.inactive)) : badge('good', say(profileWords.active)),
    },
    { title: say(profileWords.changed), cell: ({ updated_at }) => format.moment(updated_at) },
    {
      title: say(documentWords.title),
      cell: ({ profile_id: id }) => html`<a href="${documentsOf(id)}">${say(documentWords.title)}</a>`,
    },
  ]
  return html`<p class="count">${say(profileWords.count, { count: profiles.length })}</p>
${table(say(profileWords.title), columns, profiles)}`
}
