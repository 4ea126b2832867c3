import { type Html, html } from '@selfbill/pint-ae/html'
import type { Draft } from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { may } from '../../../console/may.ts'
import { documentWords } from '../../../console/pages/documents/document-words.ts'
import { allProfiles, type ProfileChoice, profileName } from '../../../console/pages/drafts/active-profiles.ts'
import { badge } from '../../../console/parts/badge.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { given } from '../../../console/parts/filters.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { pageSize } from '../../../console/parts/page-size.ts'
import { cursorPager } from '../../../console/parts/pager.ts'
import { press } from '../../../console/parts/press.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { action, type Call, page } from '../../../console/route.ts'
import { draftsMax } from '../limits.ts'
import { draftListWords } from './draft-list-words.ts'

const path = '/console/drafts'

/** The documents that the person has begun, the last changed first. */
export const listDraftsPage = page({
  path: '/console/drafts',
  access: 'clerk',
  query: ['of', 'cursor'],
  async show(call) {
    const { api, say, query } = call
    const isOfAll = query.of === 'everybody' && may(call, 'admin')
    const found = await api.call('listDrafts', {
      query: { of: isOfAll ? 'everybody' : 'me', ...given({ cursor: query.cursor }), limit: pageSize },
    })
    const title = say(draftListWords.title)
    return {
      title,
      body: html`${pageHead(title, { about: say(draftListWords.about) })}
${may(call, 'admin') && whose(call, isOfAll)}
<p class="count">${say(draftListWords.count, { count: found.total_own, max: draftsMax })}</p>
${found.items.length === 0 ? none(call) : table(title, columns(call, isOfAll, await allProfiles(api)), found.items)}
${cursorPager(call, { next: found.next, cursor: query.cursor })}`,
    }
  },
})

export const deleteOneDraft = action({
  path: '/console/drafts/{draft_id}/delete',
  access: 'clerk',
  async act(call) {
    try {
      await call.api.call('deleteDraft', { params: call.params })
    } catch (error) {
      // It was issued or deleted meanwhile.
      if (!(error instanceof SelfbillError && error.status === 404)) throw error
    }
    return { redirect: path, notice: noticeOf('good', draftListWords.removed) }
  },
})

function none({ say }: Call): Html {
  const begin = html`<a class="button primary" href="/console/new">${say(draftListWords.begin)}</a>`
  return emptyState(say(draftListWords.empty), say(draftListWords.emptyHint), begin)
}

function whose({ say }: Call, isOfAll: boolean): Html {
  const link = (address: string, label: string, isCurrent: boolean) =>
    html`<a href="${address}" aria-current="${isCurrent && 'page'}">${label}</a>`
  return html`<nav class="tabs" aria-label="${say(draftListWords.whose)}">
${link(path, say(draftListWords.mine), !isOfAll)}
${link(`${path}?of=everybody`, say(draftListWords.everybody), isOfAll)}</nav>`
}

function columns(
  { say, format, now }: Call,
  isOfAll: boolean,
  profiles: readonly ProfileChoice[],
): readonly Column<Draft>[] {
  const nameOf = ({ party_name: party, unreadable_reason: reason }: Draft) =>
    party ?? say(reason === undefined ? draftListWords.unnamed : draftListWords.unreadable)
  return [
    {
      title: say(draftListWords.party),
      isHead: true,
      cell: (draft) =>
        draft.unreadable_reason === undefined
          ? html`<a href="/console/new?draft=${draft.draft_id}"><bdi>${nameOf(draft)}</bdi></a>`
          : html`${badge('warning', nameOf(draft))}<div class="hint">${say(draftListWords.unreadableHint)}</div>`,
    },
    { title: say(draftListWords.document), cell: ({ family }) => say(documentWords[family]) },
    { title: say(draftListWords.number), cell: ({ document_number: number }) => html`<bdi>${number ?? '–'}</bdi>` },
    {
      title: say(draftListWords.profile),
      cell: ({ business_profile_id: profile }) => profileName(profiles, profile),
    },
    ...(isOfAll
      ? [
          {
            title: say(draftListWords.by),
            cell: ({ user_name: name }: Draft) => html`<bdi>${name ?? say(draftListWords.removedPerson)}</bdi>`,
          },
        ]
      : []),
    { title: say(draftListWords.changed), cell: ({ updated_at: at }) => format.ago(at, now) },
    {
      title: say(draftListWords.remove),
      cell: (draft) =>
        press(`${path}/${draft.draft_id}/delete`, say(draftListWords.remove), { look: 'quiet', about: nameOf(draft) }),
    },
  ]
}
