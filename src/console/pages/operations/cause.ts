import { type Html, html } from '@selfbill/pint-ae/html'
import { may } from '../../may.ts'
import { oneOf } from '../../one-of.ts'
import { addressWith } from '../../parts/address.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { page } from '../../route.ts'
import { chosenOrganisation, legRows, operationsPath, states } from './leg-rows.ts'
import { operationsWords } from './operations-words.ts'

/** All legs that one cause stopped, page by page. */
export const showCause = page({
  path: '/console/operations/cause',
  access: 'viewer',
  query: ['state', 'cause', 'organisation', 'cursor'],
  async show(call) {
    const { api, say, query, address } = call
    const { cause, cursor } = query
    if (cause === undefined) return { redirect: operationsPath }
    const state = oneOf(states, query.state) ?? 'stalled'
    const organisation = chosenOrganisation(call, query.organisation)
    const listed = await api.call('listLegs', {
      query: { state, cause, size: 50, ...given({ cursor, org_id: organisation }) },
    })
    const { legs, next } = 'legs' in listed ? listed : { legs: [], next: null }
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
${
  next !== null &&
  html`<nav class="pager" aria-label="${say(sharedWords.pages)}">
<a class="button" rel="next" href="${addressWith(address, { cursor: next })}">${say(sharedWords.after)}</a></nav>`
}`,
    }
  },
})
