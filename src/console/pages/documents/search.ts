import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import { attempt } from '../../attempt.ts'
import { searchPath } from '../../layout/navigation.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { page } from '../../route.ts'
import { allProfiles } from '../drafts/active-profiles.ts'
import { documentTable, listedIn, listSize } from './document-table.ts'
import { documentWords } from './document-words.ts'
import { exportLinks } from './export-list.ts'

/** What the search box of every page finds. The one document that was meant opens at once. */
export const search = page({
  path: searchPath,
  access: 'viewer',
  query: ['q', 'cursor'],
  async show(call) {
    const { api, say, query } = call
    const { q: text, cursor } = query
    const shown = (about: string | undefined, body: Html, status?: number) => ({
      title: say(documentWords.searchTitle),
      body: html`${pageHead(say(documentWords.searchTitle), about === undefined ? {} : { about })}${body}`,
      ...(status !== undefined && { status }),
    })
    if (text === undefined) {
      return shown(undefined, emptyState(say(documentWords.searchBlank), say(documentWords.searchBlankHint)))
    }
    const about = say(documentWords.searchFor, { text })
    const profiles = await allProfiles(api)
    const asked = { text, limit: listSize(profiles), ...(cursor !== undefined && { cursor }) }
    const { answer, refusal } = await attempt(call, () => api.call('listDocuments', { query: asked }))
    if (refusal !== undefined) return shown(about, html`${otherProblems(refusal, [])}`, 422)
    const { items, next, previous, isPartial, isIncomplete } = listedIn(answer)
    const [only] = items
    if (only !== undefined && items.length === 1 && next === null && previous === null && isMeant(only, text)) {
      return { redirect: `/console/documents/${only.family}/${only.id}` }
    }
    if (items.length === 0 && !isPartial && !isIncomplete) {
      return shown(about, emptyState(say(documentWords.searchNothing), say(documentWords.searchNothingHint)))
    }
    const table = documentTable(call, { items, next, previous, isPartial, isIncomplete }, profiles)
    return shown(about, html`${table}${items.length > 0 && exportLinks(call, 'all', { q: text })}`)
  },
})

/** The whole number, the id, or a transmission UUID, which only one document has. */
function isMeant({ document_number: number }: ListedDocument, text: string): boolean {
  return number.toLowerCase() === text.toLowerCase() || uuid.test(text)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
