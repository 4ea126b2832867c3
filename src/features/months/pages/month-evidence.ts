import { type Html, html } from '@selfbill/pint-ae/html'
import type { Month } from '../../../../client/src/api-types.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { documentWords } from '../../../console/pages/documents/document-words.ts'
import { families, isFamily } from '../../../console/pages/documents/family.ts'
import { draftWords } from '../../../console/pages/drafts/draft-words.ts'
import { gulfDate } from '../../../console/pages/drafts/gulf-date.ts'
import { addressWith } from '../../../console/parts/address.ts'
import { choice } from '../../../console/parts/field.ts'
import { type Call, content } from '../../../console/route.ts'
import { companiesOf } from './companies.ts'
import { monthWords } from './month-words.ts'

const evidencePath = '/console/month/evidence'

/** The signed evidence of the documents of a month or a quarter, for an auditor. */
export const monthEvidence = content({
  path: evidencePath,
  access: 'viewer',
  query: ['from', 'to', 'family', 'pdf', 'all_companies'],
  async send({ api, query, now, gone }) {
    const today = gulfDate(now)
    const { from = `${today.slice(0, 7)}-01`, to = today, family, pdf } = query
    if (query.all_companies === undefined && (await companiesOf({ api })).length > 1)
      return { redirect: pageOf(from, to), notice: noticeOf('warning', monthWords.confirmCompanies) }
    const asked = { from, to, family: isFamily(family) ? family : undefined, pdf: pdf === 'true' ? 'true' : 'false' }
    const content = await api.open(addressWith('/api/evidence', asked), { signal: gone })
    return { content, type: 'application/zip', filename: `evidence-${from}-${to}.zip` }
  },
})

/** The page of the VAT return with this period. */
function pageOf(from: string, to: string): string {
  const first = from.slice(0, 7)
  return addressWith('/console/month', { month: first, months: first === to.slice(0, 7) ? undefined : '3' })
}

/** The chain of documents belongs to the organisation, so its evidence has all companies. */
export function evidenceForm({ say }: Call, { from, to }: Pick<Month, 'from' | 'to'>, companies: number): Html {
  const kinds = families.map((family) => ({ value: family, label: say(documentWords[family]) }))
  const pages = [
    { value: 'true', label: say(monthWords.withPages) },
    { value: 'false', label: say(monthWords.withoutPages) },
  ]
  return html`<section class="card stack" aria-labelledby="for-auditor">
<h2 id="for-auditor">${say(monthWords.forAuditor)}</h2><p class="hint">${say(monthWords.forAuditorHint)}</p>
<form class="filters" method="get" action="${evidencePath}">
<input type="hidden" name="from" value="${from}"><input type="hidden" name="to" value="${to}">
${choice('family', say(draftWords.family), [{ value: '', label: say(monthWords.allKinds) }, ...kinds])}
${choice('pdf', say(monthWords.pages), pages)}
${
  companies > 1 &&
  html`<label class="check"><input type="checkbox" name="all_companies" value="yes" required="${true}">
<span>${say(monthWords.hasAllCompanies, { count: companies })}</span></label>`
}
<div class="actions"><button type="submit">${say(monthWords.download)}</button></div></form></section>`
}
