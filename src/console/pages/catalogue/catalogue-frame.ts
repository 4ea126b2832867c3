import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { pageHead } from '../../parts/page-head.ts'
import type { Call, Visit } from '../../route.ts'
import { catalogueWords } from './catalogue-words.ts'

export type Rule = Operations['listRules']['answer']['items'][number]

/** The top of the pages of rules and code lists. */
export function catalogueHead({ say }: Visit, here: 'rules' | 'codelists'): Html {
  const tab = (name: 'rules' | 'codelists') =>
    html`<a href="/console/${name}" aria-current="${name === here && 'page'}">${say(catalogueWords[name])}</a>`
  return html`${pageHead(say(catalogueWords.title), { about: say(catalogueWords.about) })}
<nav class="tabs" aria-label="${say(catalogueWords.title)}">${tab('rules')}${tab('codelists')}</nav>`
}

/** The part of a list that a page shows; the page's number comes from the address. */
export function pageOf<Row>(rows: readonly Row[], asked: string | undefined, size: number): Paged<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const number = Number(asked ?? 0)
  const page = Number.isInteger(number) && number >= 0 ? Math.min(number, pages - 1) : 0
  return { rows: rows.slice(page * size, (page + 1) * size), page, pages }
}

export interface Paged<Row> {
  readonly rows: readonly Row[]
  readonly page: number
  readonly pages: number
}

/** The message of a rule in the language of the page; an operator's own rules have only English. */
export function messageOf(
  { language }: Pick<Call, 'language'>,
  { en, ar }: Rule['assertions'][number]['message'],
): Html {
  return language === 'ar' && ar !== null ? html`<bdi lang="ar">${ar}</bdi>` : html`<bdi lang="en">${en}</bdi>`
}

/** Whether every word of the search is in one of the texts. */
export function isFound(search: string | undefined, texts: readonly (string | null)[]): boolean {
  if (search === undefined) return true
  const all = texts.join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
