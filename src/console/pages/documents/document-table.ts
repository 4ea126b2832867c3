import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument, Operations } from '../../../../client/src/api-types.ts'
import { handledWords } from '../../parts/handled-words.ts'
import { holdWords } from '../../parts/hold-words.ts'
import { longRowsSize, pageSize } from '../../parts/page-size.ts'
import { cursorPager } from '../../parts/pager.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Visit } from '../../route.ts'
import type { ProfileChoice } from '../drafts/active-profiles.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { creditHint } from './credits.ts'
import { documentWords } from './document-words.ts'
import { isPurchase } from './family.ts'
import { listWords } from './list-words.ts'
import { legBadge, statusBadge } from './standing.ts'

/**
 * A page of documents of all families, with links to the pages before and after. Where the
 * organisation has several business profiles, each document names its own.
 */
export function documentTable(visit: Visit, listed: Listed, profiles: readonly ProfileChoice[]): Html {
  const { items, next, previous, isPartial, isIncomplete } = listed
  return html`${isIncomplete && html`<p class="notice warning">${visit.say(listWords.indexIncomplete)}</p>`}
${isPartial && html`<p class="notice warning">${visit.say(documentWords.partial)}</p>`}
${items.length > 0 && table(visit.say(documentWords.title), columns(visit, profiles), items)}
${cursorPager(visit, { next, previous })}`
}

/** How many documents a page lists. */
export function listSize(profiles: readonly ProfileChoice[]): number {
  return profiles.length > 1 ? longRowsSize : pageSize
}

/** The page that the API answered. */
export function listedIn(answer: Operations['listDocuments']['answer']): Listed {
  const { items, next, previous, is_partial: isPartial, is_index_incomplete: isIncomplete } = answer
  return { items, next, previous, isPartial: isPartial === true, isIncomplete: isIncomplete === true }
}

interface Listed {
  readonly items: readonly ListedDocument[]
  readonly next: string | null
  readonly previous: string | null
  /** The search stopped before the page was full. */
  readonly isPartial: boolean
  /** The index does not have all documents yet. */
  readonly isIncomplete: boolean
}

/** A supplier has a page of its own. */
function partyLink({ family, seller_name: seller, buyer_name: buyer, seller_trn: trn }: ListedDocument): Html {
  if (!isPurchase(family)) return html`<bdi>${buyer}</bdi>`
  return trn === undefined
    ? html`<bdi>${seller}</bdi>`
    : html`<a href="/console/suppliers/${trn}"><bdi>${seller}</bdi></a>`
}

/** The own company of the document. Of more than a page of profiles, some have no name here. */
function profileHint({ say }: Pick<Visit, 'say'>, document: ListedDocument, profiles: readonly ProfileChoice[]) {
  if (profiles.length < 2) return undefined
  const { business_profile_id: id, family, seller_name: seller, buyer_name: buyer } = document
  const name = profiles.find(({ value }) => value === id)?.label ?? (isPurchase(family) ? buyer : seller)
  return html`<div class="hint">${say(draftWords.profile)}: <bdi>${name}</bdi></div>`
}

/** The first sentence of the side that refused. */
function refusalHint({ c3, c5 }: ListedDocument): Html | undefined {
  const reason = c3?.reason ?? c5?.reason
  if (reason === undefined) return undefined
  return html`<div class="hint"><bdi>${shortened(reason)}</bdi></div>`
}

/** What was done about it, instead of the reason. */
function handledHint({ say }: Pick<Visit, 'say'>, { handled, attention }: ListedDocument): Html | undefined {
  if (handled === undefined || attention.includes('rejected')) return undefined
  return html`<div class="hint">${say(handledWords.title)}: <bdi>${shortened(handled.note)}</bdi></div>`
}

function shortened(text: string): string {
  return text.length > hintMax ? `${text.slice(0, hintMax)}…` : text
}

const hintMax = 80

function columns(visit: Visit, profiles: readonly ProfileChoice[]): readonly Column<ListedDocument>[] {
  const { say, format, now } = visit
  return [
    {
      title: say(documentWords.document),
      isHead: true,
      cell: ({ family, id, document_number: number, issue_date: issued }) =>
        html`<a href="/console/documents/${family}/${id}"><bdi>${number}</bdi></a>\
<div class="hint">${say(documentWords[family])} · ${format.date(issued)}</div>`,
    },
    {
      title: say(documentWords.party),
      cell: (document) =>
        document.content_removed_at === undefined
          ? html`${partyLink(document)}${profileHint(visit, document, profiles)}`
          : html`<span class="hint">${say(holdWords.removed)}</span>`,
    },
    {
      title: say(documentWords.amount),
      align: 'figure',
      cell: (document) =>
        html`${format.money(document.payable_amount, document.currency)}${creditHint(visit, document)}`,
    },
    {
      title: say(documentWords.status),
      cell: (document) => html`${statusBadge(visit, document)}${handledHint(visit, document) ?? refusalHint(document)}`,
    },
    { title: say(documentWords.legC3), cell: ({ c3 }) => legBadge(visit, c3) },
    { title: say(documentWords.legC5), cell: ({ c5 }) => legBadge(visit, c5) },
    { title: say(documentWords.changed), cell: ({ changed_at: at }) => format.ago(at, now) },
  ]
}
