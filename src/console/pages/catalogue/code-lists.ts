import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { asCode } from '../../parts/as-code.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { field } from '../../parts/field.ts'
import { pageHead } from '../../parts/page-head.ts'
import { pager } from '../../parts/pager.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import { page } from '../../route.ts'
import { catalogueHead, isFound, pageOf } from './catalogue-frame.ts'
import { catalogueWords } from './catalogue-words.ts'

/** The code lists, and one of them with its codes. */
export const listCodeListsPage = page({
  path: '/console/codelists',
  access: 'viewer',
  async show(call) {
    const { api, say, format } = call
    const { items } = await api.call('listCodeLists')
    const columns: readonly Column<CodeListSummary>[] = [
      {
        title: say(catalogueWords.list),
        isHead: true,
        cell: ({ name, title }) => html`<a href="/console/codelists/${name}"><bdi lang="en">${title}</bdi></a>`,
      },
      { title: say(catalogueWords.codes), align: 'figure', cell: ({ count }) => format.number(count) },
      { title: say(catalogueWords.rules), cell: ({ rules }) => rules.map(ruleLink) },
    ]
    return {
      title: say(catalogueWords.codelists),
      body: html`${catalogueHead(call, 'codelists')}${table(say(catalogueWords.codelists), columns, items)}`,
    }
  },
})

export const showCodeList = page({
  path: '/console/codelists/{name}',
  access: 'viewer',
  query: ['q', 'page'],
  async show(call) {
    const { api, say, params, query } = call
    const { name, title, rules, codes } = await api.call('retrieveCodeList', { params: { name: params.name } })
    const found = codes.filter(({ code, name }) => isFound(query.q, [code, name]))
    const paged = pageOf(found, query.page, 100)
    const nothing = emptyState(say(catalogueWords.noCodes), say(catalogueWords.noRulesHint))
    const columns: readonly Column<(typeof codes)[number]>[] = [
      { title: say(catalogueWords.code), isHead: true, cell: ({ code }) => html`<code>${code}</code>` },
      {
        title: say(catalogueWords.name),
        cell: ({ name }) => (name === null ? '–' : html`<bdi lang="en">${name}</bdi>`),
      },
    ]
    return {
      title,
      body: html`<p><a href="/console/codelists">${say(catalogueWords.allLists)}</a></p>
${pageHead(title)}
<p>${say(catalogueWords.usedBy)} ${rules.map(ruleLink)}</p>
<form class="filters" method="get" action="/console/codelists/${name}" role="search">
${field('q', say(catalogueWords.searchCode), { value: query.q, type: 'search', maxLength: 200 })}
<button type="submit">${say(sharedWords.search)}</button></form>
<p class="count">${say(catalogueWords.countOfCodes, { count: found.length })}</p>
${found.length === 0 ? nothing : table(title, columns, paged.rows)}
${pager(call, paged)}
${asCode(call, { operation: 'retrieveCodeList', params: { name } })}`,
    }
  },
})

type CodeListSummary = Operations['listCodeLists']['answer']['items'][number]

function ruleLink(id: string): Html {
  return html`<a href="/console/rules/${id}"><code>${id}</code></a> `
}
