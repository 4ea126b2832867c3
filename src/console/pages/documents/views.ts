import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import type { Call } from '../../route.ts'
import { documentWords } from './document-words.ts'
import { listWords } from './list-words.ts'

export type Summary = Operations['summariseDocuments']['answer']
export type DocumentQuery = NonNullable<Operations['listDocuments']['query']>

/** The saved views of the inbox: what each of them asks the API for. */
export const views = {
  attention: { attention: 'true' },
  flight: { status: 'PENDING' },
  done: { status: 'APPROVED' },
  all: {},
} as const satisfies Readonly<Record<string, DocumentQuery>>

export type View = keyof typeof views

export function viewOf(text: string | undefined): View {
  return viewNames.find((view) => view === text) ?? 'attention'
}

const viewNames = ['attention', 'flight', 'done', 'all'] as const satisfies readonly View[]

/** The views with how many documents each of them has. */
export function viewTabs({ say, format }: Pick<Call, 'say' | 'format'>, here: View, summary: Summary): Html {
  const tab = (view: View) => {
    const { count, isMore } = countOf(view, summary)
    const shown = isMore ? say(documentWords.atLeast, { count }) : format.number(count)
    return html`<a href="/console/documents?view=${view}" aria-current="${view === here && 'page'}">\
${say(documentWords[view])} <span class="count figure">${shown}</span></a>`
  }
  return html`<nav class="tabs" aria-label="${say(documentWords.views)}">${viewNames.map(tab)}</nav>`
}

/** How many documents have each reason for attention. */
export function reasonCounts(
  { say, format }: Pick<Call, 'say' | 'format'>,
  { by_attention: reasons, attention }: Summary,
): Html | undefined {
  const present = reasons.filter(({ count }) => count > 0)
  if (present.length < 2) return undefined
  const facts = present.map(({ reason, count, is_capped: isMore }) => {
    const shown = isMore ? say(documentWords.atLeast, { count }) : format.number(count)
    return html`<li>${say(documentWords[reason])}: <span class="figure">${shown}</span></li>`
  })
  const all = present.reduce((sum, { count }) => sum + count, 0)
  return html`<ul class="reasons" aria-label="${say(documentWords.reasons)}">${facts}</ul>\
${all > attention.count && html`<p class="hint">${say(listWords.severalReasons)}</p>`}`
}

interface Count {
  readonly count: number
  /** There are more than `count`, or may be. */
  readonly isMore: boolean
}

function countOf(view: View, { by_status: statuses, attention }: Summary): Count {
  if (view === 'attention') return { count: attention.count, isMore: attention.is_capped }
  const wanted = 'status' in views[view] ? views[view].status : undefined
  const counted = statuses.filter(({ status }) => wanted === undefined || status === wanted)
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    isMore: counted.some(({ is_capped: isCapped }) => isCapped),
  }
}
