import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument, PageLanguage } from '../../../../client/src/api-types.ts'
import { assetAddress } from '../../assets.ts'
import { may } from '../../may.ts'
import { addressWith } from '../../parts/address.ts'
import { copyable } from '../../parts/code-block.ts'
import { facts } from '../../parts/facts.ts'
import { handledWords } from '../../parts/handled-words.ts'
import { holdFact } from '../../parts/hold-fact.ts'
import { holdWords } from '../../parts/hold-words.ts'
import { pageHead } from '../../parts/page-head.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { page } from '../../route.ts'
import { creditFacts } from './credits.ts'
import { tabLinks, tabNames, tabOf, tabs } from './document-tabs.ts'
import { documentWords } from './document-words.ts'
import { isPurchase } from './family.ts'
import { pageLanguages } from './files.ts'
import { findingList } from './findings.ts'
import { isUnderWay } from './guidance.ts'
import { printedFrame, standing, stateOf } from './live.ts'
import { removedDocument, removedTabs } from './removed-document.ts'
import { type AnswerHead, answerHead, type DocumentCall, listedDocument, pageOf } from './shown-document.ts'
import { logOf, timeline } from './timeline.ts'

/** The page of a document: what it is, how it stands, what can be done, and everything about it. */
export const showDocument = page({
  path: '/console/documents/{family}/{id}',
  access: 'viewer',
  query: ['tab', 'field', 'cursor', 'live'],
  async show(call) {
    const { say, query } = call
    const document = await listedDocument(call)
    const isRemoved = document.content_removed_at !== undefined
    const names = isRemoved ? removedTabs : tabNames
    const tab = tabOf(query.tab, names)
    const head = () => answerHead(call, document)
    const show = async () => {
      if (tab !== undefined) return tabs[tab].show(call, { document, head })
      return isRemoved ? removedDocument(call, document) : overview(call, document, await head())
    }
    return {
      title: document.document_number,
      body: html`${documentHead(call, document)}<script src="${assetAddress('downloads.js')}" defer></script>
${tabLinks({ say }, document, names, tab)}
${await show()}`,
    }
  },
})

function documentHead({ say }: DocumentCall, document: ListedDocument): Html {
  const base = pageOf(document)
  const file = (path: string, label: string) => html`<a class="button" href="${`${base}/${path}`}">${label}</a>`
  return html`<p class="hint"><a href="/console/documents">${say(documentWords.title)}</a> › \
${say(documentWords[document.family])}</p>
${pageHead(document.document_number, {
  actions:
    document.content_removed_at === undefined
      ? [
          pdfForm({ say }, base),
          file('xml', 'XML'),
          file('evidence', say(documentWords.evidence)),
          html`<a class="button" href="${`${base}/evidence?pdf=true`}" data-followed="yes">\
${say(documentWords.printedEvidence)}</a>`,
        ]
      : [],
})}`
}

/**
 * The languages of the page stand beside its button; in both, unless another is chosen. The page
 * says how it goes until the file is saved (downloads.js).
 */
function pdfForm({ say }: Pick<DocumentCall, 'say'>, base: string): Html {
  const option = (language: PageLanguage) => html`<option value="${language}">${say(printLanguages[language])}</option>`
  return html`<form class="print-form" method="get" action="${`${base}/pdf`}" data-followed="yes" \
data-making="${say(documentWords.beingPrinted)}" data-made="${say(documentWords.isSaved)}">
<select name="language" aria-label="${say(documentWords.printLanguage)}">
${pageLanguages.map(option)}</select>
<button class="button" type="submit">PDF</button></form>`
}

const printLanguages = {
  bilingual: documentWords.printBilingual,
  en: documentWords.printEnglish,
  ar: documentWords.printArabic,
}

async function overview(call: DocumentCall<'live'>, document: ListedDocument, head: AnswerHead): Promise<Html> {
  const { say } = call
  return html`<section class="card">${standing(call, document)}
${documentFacts(call, document, head)}</section>
${findingList(call, document, head.findings)}
<div class="pair">
<section aria-labelledby="progress"><h2 id="progress">${say(documentWords.progress)}</h2>
${await progress(call, document, head.isWhole)}</section>
<section aria-labelledby="printed"><h2 id="printed">${say(documentWords.printed)}</h2>
${printed(call, document, head)}</section>
</div>`
}

function documentFacts(call: DocumentCall, document: ListedDocument, head: AnswerHead): Html {
  const { say, format } = call
  const party = (name: string, trn: string | undefined, isSupplier = false) => {
    const named = html`<bdi>${name}</bdi>`
    const hasPage = isSupplier && trn !== undefined
    return html`${hasPage ? html`<a href="/console/suppliers/${trn}">${named}</a>` : named}\
${
  trn !== undefined &&
  html`<div class="hint">${say(documentWords.trn)} <bdi class="figure" dir="ltr">${trn}</bdi></div>`
}`
  }
  const { currency } = document
  const showsHold = head.hold !== undefined || may(call, 'admin')
  return facts([
    [say(documentWords.seller), party(document.seller_name, document.seller_trn, isPurchase(document.family))],
    [say(documentWords.buyer), party(document.buyer_name, document.buyer_trn)],
    [say(documentWords.amount), html`<span class="strong">${format.money(document.payable_amount, currency)}</span>`],
    [say(documentWords.vat), format.money(document.tax_amount, currency)],
    ...creditFacts(call, document),
    [say(documentWords.issued), format.date(document.issue_date)],
    [say(documentWords.created), format.moment(document.created_at)],
    [say(sharedWords.id), copyable(document.id)],
    [say(handledWords.title), document.handled !== undefined && handledBox(call, document.handled)],
    [say(holdWords.title), showsHold && holdFact(call, head.hold, `${pageOf(document)}/hold`)],
  ])
}

function handledBox({ say, format }: DocumentCall, handled: NonNullable<ListedDocument['handled']>): Html {
  return html`<bdi>${handled.note}</bdi>
<div class="hint">${say(handledWords.by, { name: handled.handled_by })} · ${format.moment(handled.handled_at)}</div>`
}

/**
 * Live while anything is under way, unless paused. Without scripts there is a link. The trigger
 * connects again when there is no connection, also when the first one failed.
 */
async function progress(call: DocumentCall<'live'>, document: ListedDocument, isPrinted: boolean): Promise<Html> {
  const { say, address, query } = call
  const part = timeline(call, document, await logOf(call, document))
  if (!isUnderWay(document)) return html`<div id="progress-live">${part}</div>`
  const isPaused = query.live === 'off'
  const { family, id } = document
  const seen = encodeURIComponent(stateOf(document))
  const controls = html`<div class="actions" id="live-controls"><a class="button" href="${addressWith(address, {})}">\
${say(documentWords.reload)}</a>
<a class="button" href="${addressWith(address, { live: isPaused ? undefined : 'off' })}">\
${say(isPaused ? documentWords.resume : documentWords.pause)}</a></div>`
  if (isPaused) return html`${controls}<div id="progress-live">${part}</div>`
  const source = `/console/documents/${family}/${id}/live?seen=${seen}${isPrinted ? '&frame=yes' : ''}`
  return html`${controls}<div id="progress-live" hx-sse:connect="${source}" \
hx-sse:close="done" hx-trigger="load, every 15s" hx-status:4xx="swap:none" hx-status:5xx="swap:none" \
hx-swap="innerHTML">${part}</div>`
}

/** The page as it is printed, in a frame that may do nothing. */
function printed({ say }: DocumentCall, document: ListedDocument, head: AnswerHead): Html {
  const base = pageOf(document)
  if (!head.isWhole)
    return html`<p class="notice warning">${say(documentWords.tooLongToShow)} <a href="${`${base}/pdf`}">PDF</a></p>`
  return printedFrame({ say }, document)
}
