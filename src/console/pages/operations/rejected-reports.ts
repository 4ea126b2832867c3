import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import { may } from '../../may.ts'
import { field } from '../../parts/field.ts'
import { idempotencyField } from '../../parts/idempotency.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Call } from '../../route.ts'
import { operationsPath } from './leg-rows.ts'
import { operationsWords } from './operations-words.ts'
import { organisationField } from './organisations.ts'

/** Documents whose report the tax authority rejected, each with a button that reports it again. */
export function rejectedReports(call: View, documents: readonly ListedDocument[]): Html {
  const { say, format, now } = call
  const address = `${operationsPath}/report-again`
  const columns: readonly Column<ListedDocument>[] = [
    {
      title: say(operationsWords.number),
      isHead: true,
      cell: ({ family, id, document_number: number }) =>
        html`<a href="/console/documents/${family}/${id}"><bdi>${number}</bdi></a>`,
    },
    {
      title: say(operationsWords.rejectedReason),
      cell: ({ c5 }) => html`<bdi>${c5?.reason ?? '–'}</bdi>`,
    },
    { title: say(operationsWords.since), cell: ({ c5 }) => (c5 === null ? '–' : format.ago(c5.since, now)) },
    {
      title: say(sharedWords.actions),
      cell: ({ id, document_number: about }) =>
        press(address, say(operationsWords.reportAgain), { fields: { document_id: id }, about }),
    },
  ]
  return html`<section class="section" aria-labelledby="rejected">\
<h2 id="rejected">${say(operationsWords.rejected)}</h2>
<p class="detail">${say(operationsWords.rejectedAbout)}</p>
${
  documents.length === 0
    ? html`<p>${say(operationsWords.noRejected)}</p>`
    : table(say(operationsWords.rejected), columns, documents)
}
${may(call, 'operator') && foreignReport(call, address)}</section>`
}

type View = Pick<Call, 'say' | 'format' | 'now' | 'person'>

function foreignReport(call: View, address: string): Html {
  const { say } = call
  return html`<details class="card"><summary>${say(operationsWords.otherOrganisation)}</summary>
<form class="filters" method="post" action="${address}">
${idempotencyField()}
${field('document_id', say(operationsWords.documentId), { isRequired: true, direction: 'ltr' })}
${organisationField(call, { isRequired: true })}
<div class="actions"><button type="submit">${say(operationsWords.reportAgain)}</button></div>
</form></details>`
}
