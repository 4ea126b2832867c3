import { type Html, html } from '@selfbill/pint-ae/html'
import type { Visit } from '../route.ts'
import { addressWith } from './address.ts'
import { sharedWords } from './shared-words.ts'

/** Links to the page before and after, for lists that are numbered from 0. */
export function pager(visit: Pick<Visit, 'say' | 'address'>, { page, pages }: PagerView): Html | undefined {
  if (pages <= 1) return undefined
  const { say, address } = visit
  const link = (to: number, rel: 'prev' | 'next', label: string) =>
    to >= 0 &&
    to < pages &&
    html`<a class="button" rel="${rel}" href="${addressWith(address, { page: to })}">${label}</a>`
  return html`<nav class="pager" aria-label="${say(sharedWords.pages)}">
${link(page - 1, 'prev', say(sharedWords.before))}
<span>${say(sharedWords.pageOf, { page: page + 1, pages })}</span>
${link(page + 1, 'next', say(sharedWords.after))}
</nav>`
}

interface PagerView {
  readonly page: number
  readonly pages: number
}

/** Links for lists by cursor: the page before or the first one, and the next one. */
export function cursorPager({ say, address }: Pick<Visit, 'say' | 'address'>, places: Places): Html | undefined {
  const { next, previous = null, cursor } = places
  const isLater = cursor !== undefined && places.previous === undefined
  if (next === null && previous === null && !isLater) return undefined
  const link = (to: string | undefined, rel: 'first' | 'prev' | 'next', label: string) =>
    html`<a class="button" rel="${rel}" href="${addressWith(address, { cursor: to })}">${label}</a>`
  return html`<nav class="pager" aria-label="${say(sharedWords.pages)}">
${isLater && link(undefined, 'first', say(sharedWords.firstPage))}
${previous !== null && link(previous, 'prev', say(sharedWords.before))}
${next !== null && link(next, 'next', say(sharedWords.after))}
</nav>`
}

interface Places {
  /** The cursors of the pages after and before; only the list of documents has those before. */
  readonly next: string | null
  readonly previous?: string | null
  /** The cursor of this page. */
  readonly cursor?: string | undefined
}
