import { type Html, html } from '@selfbill/pint-ae/html'
import { may } from '../../may.ts'
import { oneOf } from '../../one-of.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Call, page } from '../../route.ts'
import { chosenOrganisation, type Listed, legRows, operationsPath, type State, states } from './leg-rows.ts'
import { operationsWords } from './operations-words.ts'
import { type NamedOrganisation, organisationFilter, organisationPicks, organisationTyped } from './organisations.ts'
import { gatewayCards, outagesSection } from './outages.ts'
import { rejectedReports } from './rejected-reports.ts'

/** What waits, by what stopped it; the access point, outages, and reports that were rejected. */
export const showOperations = page({
  path: '/console/operations',
  access: 'viewer',
  query: ['state', 'organisation'],
  async show(call) {
    const { api, say, query } = call
    const state = oneOf(states, query.state) ?? 'stalled'
    const typed = await organisationTyped(call, chosenOrganisation(call, query.organisation))
    if ('matches' in typed) return choosing(call, state, typed.matches)
    const organisation = typed.id
    const isAdmin = may(call, 'admin')
    const listed = (one: State) => api.call('listLegs', { query: { state: one, ...given({ org_id: organisation }) } })
    const [stalled, overdue, waiting, outages, rejected] = await Promise.all([
      listed('stalled'),
      listed('overdue'),
      listed('waiting'),
      isAdmin ? api.outages() : undefined,
      isAdmin ? api.call('listDocuments', { query: { c5_status: 'REJECTED', limit: 10 } }) : undefined,
    ])
    const legs = { stalled, overdue, waiting }
    return {
      title: say(operationsWords.title),
      body: html`${pageHead(say(operationsWords.title), { about: say(operationsWords.about) })}
${outages && gatewayCards(call, outages)}
${may(call, 'operator') && (await scopeLinks(call, state, organisation))}
${stateTabs(call, state, organisation, legs)}
<p>${say(operationsWords[`${state}About`])}</p>
${causes(call, legs[state], { state, organisation })}
${rejected && rejectedReports(call, rejected.items)}
${outages && outagesSection(call, outages)}`,
    }
  },
})

/** What was typed is in the name of several organisations, or of none. */
async function choosing(call: OperationsCall, state: State, matches: readonly NamedOrganisation[]) {
  const { say, query } = call
  const addressOf = (organisation: string) => `${operationsPath}?${new URLSearchParams({ state, organisation })}`
  return {
    title: say(operationsWords.title),
    body: html`${pageHead(say(operationsWords.title), { about: say(operationsWords.about) })}
${await scopeLinks(call, state, query.organisation)}
<section class="card stack">${organisationPicks(call, matches, addressOf)}</section>`,
  }
}

type OperationsCall = Pick<Call<'/console/operations', 'organisation'>, 'api' | 'say' | 'query'>

interface Shown {
  readonly state: State
  readonly organisation: string | undefined
}

function stateTabs(
  call: Pick<Call, 'say' | 'format'>,
  here: State,
  organisation: string | undefined,
  legs: Readonly<Record<State, Listed>>,
): Html {
  const { say } = call
  const links = states.map((state) => {
    const query = new URLSearchParams({ state, ...given({ organisation }) })
    return html`<a href="${`${operationsPath}?${query}`}" aria-current="${state === here && 'page'}">\
${say(operationsWords[state])} <span class="count figure">${countOf(call, legs[state])}</span></a>`
  })
  return html`<nav class="tabs" aria-label="${say(operationsWords.states)}">${links}</nav>`
}

/** How many legs of all causes there are; of very many, at least how many. */
function countOf({ say, format }: Pick<Call, 'say' | 'format'>, legs: Listed): Html | string {
  if (!('are_more' in legs)) return ''
  const count = legs.items.reduce((sum, cause) => sum + cause.count, 0)
  const isMore = legs.are_more || legs.items.some(({ is_capped: isCapped }) => isCapped)
  return isMore ? say(operationsWords.atLeast, { count }) : html`${format.number(count)}`
}

/** An operator chooses between the own organisation, all of them, and one by its name or id. */
async function scopeLinks(
  call: Pick<Call, 'api' | 'say'>,
  state: State,
  organisation: string | undefined,
): Promise<Html> {
  const { say } = call
  return html`<form class="card filters" method="get" action="${operationsPath}"\
 aria-label="${say(operationsWords.scope)}">
<input type="hidden" name="state" value="${state}">
${await organisationFilter(call, organisation === 'all' ? undefined : organisation)}
<div class="actions"><button type="submit">${say(sharedWords.filter)}</button>
<a class="button" href="${`${operationsPath}?state=${state}`}" aria-current="${organisation === undefined && 'true'}">\
${say(operationsWords.own)}</a>
<a class="button" href="${`${operationsPath}?state=${state}&organisation=all`}"\
 aria-current="${organisation === 'all' && 'true'}">${say(operationsWords.everywhere)}</a></div>
</form>`
}

function causes(call: Call, legs: Listed, shown: Shown): Html {
  const { say } = call
  if (!('are_more' in legs) || legs.items.length === 0)
    return emptyState(say(operationsWords.none), say(operationsWords.noneHint))
  return html`${legs.items.map((cause) => causeCard(call, cause, shown))}
${legs.are_more && html`<p>${say(operationsWords.moreCauses)}</p>`}`
}

type Cause = Extract<Listed, { are_more: unknown }>['items'][number]

function causeCard(call: Call, { cause, count, is_capped, oldest_since, sample }: Cause, shown: Shown): Html {
  const { say, format, now } = call
  const { state, organisation } = shown
  const canRetry = state === 'stalled' && may(call, 'admin')
  const retryAll = press(`${operationsPath}/retry`, say(operationsWords.retryAll), {
    fields: { cause, organisation },
    look: 'primary',
    about: cause,
  })
  const all = `${operationsPath}/cause?${new URLSearchParams({ state, cause, ...given({ organisation }) })}`
  return html`<section class="card section">
<div class="section-head"><div><h2><bdi>${cause}</bdi></h2>
<p class="count">${is_capped ? say(operationsWords.legsCapped, { count }) : say(operationsWords.legs, { count })} ·
 ${say(operationsWords.oldest)} ${format.ago(oldest_since, now)}</p></div>
<div class="actions">${
    count > sample.length &&
    html`<a class="button" href="${all}">\
${say(operationsWords.showAll)}</a>`
  }
${canRetry && retryAll}</div></div>
${legRows(call, sample, state)}
</section>`
}
