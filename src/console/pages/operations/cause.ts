import { type Html, html } from '@selfbill/pint-ae/html'
import { may } from '../../may.ts'
import { oneOf } from '../../one-of.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { cursorPager } from '../../parts/pager.ts'
import { press } from '../../parts/press.ts'
import { page } from '../../route.ts'
import { chosenOrganisation, legRows, operationsPath, states } from './leg-rows.ts'
import { operationsWords } from './operations-words.ts'

/** All legs that one cause stopped, page by page. */
export const showCause = page({
  path: '/console/operations/cause',
  access: 'viewer',
  query: ['state', 'cause', 'organisation', 'cursor'],
  exact: ['cause'],
  async show(call) {
    const { api, say, query } = call
    const { cause, cursor } = query
    if (cause === undefined) return { redirect: operationsPath }
    const state = oneOf(states, query.state) ?? 'stalled'
    const organisation = chosenOrganisation(call, query.organisation)
    const listed = await api.call('listLegs', {
      query: { state, cause, limit: 50, ...given({ cursor, org_id: organisation }) },
    })
    const { items: legs, next } = 'are_more' in listed ? { items: [], next: null } : listed
    const retryAll = press(`${operationsPath}/retry`, say(operationsWords.retryAll), {
      fields: { cause, organisation },
      look: 'primary',
    })
    const back = `${operationsPath}?${new URLSearchParams({ state, ...given({ organisation }) })}`
    const actions: readonly Html[] = [
      html`<a class="button" href="${back}">${say(operationsWords.title)}</a>`,
      ...(state === 'stalled' && may(call, 'admin') && legs.length > 0 ? [retryAll] : []),
    ]
    return {
      title: `${say(operationsWords[state])} · ${cause}`,
      body: html`${pageHead(cause, { about: say(operationsWords[`${state}About`]), actions })}
${legs.length === 0 ? emptyState(say(operationsWords.none), say(operationsWords.noneHint)) : legRows(call, legs, state)}
${cursorPager(call, { next, cursor })}`,
    }
  },
})
