import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { badge } from '../../parts/badge.ts'
import { facts } from '../../parts/facts.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Call } from '../../route.ts'
import { operationsWords } from './operations-words.ts'

type Outage = Operations['listOutages']['answer']['items'][number]

type View = Pick<Call, 'say' | 'format'>

/** An access point is away while an outage of it lasts; each one that is away has a card. */
export function gatewayCards(view: View, outages: readonly Outage[]): Html {
  const { say } = view
  const away = outages.filter(({ cause, to }) => cause === 'gateway' && to === null)
  if (away.length > 0) return html`${away.map((outage) => awayCard(view, outage))}`
  return html`<section class="card">${facts([
    [say(operationsWords.gateway), badge('good', say(operationsWords.gatewayUp))],
  ])}</section>`
}

function awayCard({ say, format }: View, outage: Outage): Html {
  return html`<section class="card">${facts([
    [say(operationsWords.gateway), html`${nameOf(outage)}${badge('bad', say(operationsWords.gatewayDown))}`],
    [say(operationsWords.gatewaySince), format.moment(outage.from)],
    [say(operationsWords.gatewayReason), outage.reason && html`<bdi>${outage.reason}</bdi>`],
  ])}</section>`
}

/** Nothing for the only access point, which needs no name. */
function nameOf({ access_point: name }: Outage): Html | false {
  return name !== null && name !== 'default' && html`<bdi>${name}</bdi> `
}

/** When nothing could be delivered, and until when the authority has to know. */
export function outagesSection({ say, format }: View, outages: readonly Outage[]): Html {
  const columns: readonly Column<Outage>[] = [
    { title: say(operationsWords.from), isHead: true, cell: ({ from }) => format.moment(from) },
    {
      title: say(operationsWords.to),
      cell: ({ to }) => (to === null ? badge('bad', say(operationsWords.underWay)) : format.moment(to)),
    },
    {
      title: say(operationsWords.outageCause),
      cell: (outage) =>
        html`${say(outage.cause === 'gateway' ? operationsWords.access_point : operationsWords[outage.cause])} \
${nameOf(outage)}${outage.reason !== null && html`<p class="detail"><bdi>${outage.reason}</bdi></p>`}`,
    },
    { title: say(operationsWords.documents), align: 'figure', cell: ({ documents }) => format.number(documents) },
    { title: say(operationsWords.reportBy), cell: ({ report_by: day }) => format.date(day) },
  ]
  const title = say(operationsWords.outages)
  const rows = outages.length === 0 ? html`<p>${say(operationsWords.noOutages)}</p>` : table(title, columns, outages)
  return html`<section class="section" aria-labelledby="outages"><h2 id="outages">${title}</h2>
<p class="detail">${say(operationsWords.outagesAbout)}</p>
${rows}
</section>`
}
