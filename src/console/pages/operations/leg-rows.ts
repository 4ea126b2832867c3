import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations, WaitingLeg } from '../../../../client/src/api-types.ts'
import { may } from '../../may.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Call } from '../../route.ts'
import { operationsWords } from './operations-words.ts'

export const states = ['stalled', 'overdue', 'waiting'] as const
export type State = (typeof states)[number]

export const operationsPath = '/console/operations'

/**
 * Whose legs a page shows: `all`, another organisation, or undefined for the person's own. Only an
 * operator may choose.
 */
export function chosenOrganisation(call: Pick<Call, 'person'>, chosen: string | undefined): string | undefined {
  return may(call, 'operator') ? chosen : undefined
}

export type Listed = Operations['listLegs']['answer']

/** Legs that wait, with what may be done about each. */
export function legRows(call: View, legs: readonly WaitingLeg[], state: State): Html {
  const { say, format, now } = call
  const isStalled = state === 'stalled' && may(call, 'admin')
  const isForeign = legs.some(({ org_id: id }) => id !== call.person.orgId)
  const columns: readonly (Column<WaitingLeg> | false)[] = [
    { title: say(operationsWords.document), isHead: true, cell: (leg) => documentOf(call, leg) },
    isForeign && {
      title: say(operationsWords.organisation),
      cell: ({ org_id: id, org_name: name }) =>
        html`<a href="${`${operationsPath}?state=${state}&organisation=${id}`}">\
${name === undefined ? html`<code>${id}</code>` : html`<bdi>${name}</bdi>`}</a>`,
    },
    { title: say(operationsWords.leg), cell: (leg) => legOf(call, leg) },
    { title: say(operationsWords.since), cell: ({ since }) => format.ago(since, now) },
    { title: say(operationsWords.attempts), align: 'figure', cell: ({ attempts }) => format.number(attempts) },
    { title: say(operationsWords.error), cell: ({ error }) => html`<bdi>${error ?? '–'}</bdi>` },
    state === 'waiting' && {
      title: say(operationsWords.nextAttempt),
      cell: ({ next_attempt_at: next }) => (next === undefined ? '–' : format.moment(next)),
    },
    isStalled && { title: say(sharedWords.actions), cell: (leg) => retryOne(call, leg) },
  ]
  return table(
    say(operationsWords[state]),
    columns.filter((column) => column !== false),
    legs,
  )
}

type View = Pick<Call, 'say' | 'format' | 'now' | 'person'>

/** A page opens documents of the person's own organisation only. */
function documentOf({ person }: View, { document_number: number, document_id: id, family, org_id }: WaitingLeg) {
  return org_id === person.orgId
    ? html`<a href="/console/documents/${family}/${id}"><bdi>${number}</bdi></a>`
    : html`<bdi>${number}</bdi> <p class="detail"><code>${id}</code></p>`
}

function legOf({ say }: View, { leg, report }: WaitingLeg): Html {
  const detail = report !== undefined && html`<p class="detail">${say(operationsWords[report])}</p>`
  return html`${say(operationsWords[leg])}${detail}`
}

function retryOne(call: View, leg: WaitingLeg): Html {
  const { say } = call
  const organisation = may(call, 'operator') ? leg.org_id : undefined
  const fields = { transmission_uuid: leg.transmission_uuid, organisation }
  return press(`${operationsPath}/retry`, say(operationsWords.retry), { fields, about: leg.document_number })
}
