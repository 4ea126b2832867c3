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
