import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import { facts } from '../../parts/facts.ts'
import { holdWords } from '../../parts/hold-words.ts'
import type { Tab } from './document-tabs.ts'
import { documentWords } from './document-words.ts'
import type { DocumentCall } from './shown-document.ts'
import { statusBadge } from './standing.ts'
import { logOf, timeline } from './timeline.ts'

/** What is left of a document whose content was removed after its retention. */
export async function removedDocument(call: DocumentCall, document: ListedDocument): Promise<Html> {
  const { say, format } = call
  const { currency, content_removed_at: removedAt } = document
  return html`<section class="card"><p>${statusBadge(call, document)} ${say(holdWords.removedAbout)}</p>
${facts([
  [say(documentWords.amount), html`<span class="strong">${format.money(document.payable_amount, currency)}</span>`],
  [say(documentWords.vat), format.money(document.tax_amount, currency)],
  [say(documentWords.issued), format.date(document.issue_date)],
  [say(documentWords.created), format.moment(document.created_at)],
  [say(holdWords.removedAt), removedAt !== undefined && format.moment(removedAt)],
])}</section>
<section aria-labelledby="progress"><h2 id="progress">${say(documentWords.progress)}</h2>
${timeline(call, document, await logOf(call, document))}</section>`
}

/** The log is all that can still be read. */
export const removedTabs: readonly Tab[] = ['log']
