import { type Html, html } from '@selfbill/pint-ae/html'
import { withQuery } from '../../../../client/src/paths.ts'
import { type Call, content } from '../../route.ts'
import { type Filters, filterNames, filterQuery } from './inbox-filters.ts'
import { listWords } from './list-words.ts'
import { type View, viewOf, views } from './views.ts'

const path = '/console/documents/export'

/** The documents of the inbox or of a search as a file. */
export const exportList = content({
  path,
  access: 'viewer',
  query: ['view', 'format', 'q', ...filterNames],
  async send({ api, query, now, gone }) {
    const text = query.q === undefined ? {} : { text: query.q }
    const asked = { ...views[viewOf(query.view)], ...filterQuery(query, now), ...text }
    const isSheet = query.format === 'xlsx'
    const address = withQuery('/api/documents/export', { ...asked, ...(isSheet && { format: 'xlsx' }) })
    return {
      content: await api.open(address, { signal: gone }),
      type: isSheet ? xlsx : 'text/csv; charset=utf-8',
      filename: isSheet ? 'documents.xlsx' : 'documents.csv',
    }
  },
})

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The links that export what the page lists. */
export function exportLinks(
  { say }: Pick<Call, 'say'>,
  view: View,
  listed: Partial<Filters> & { readonly q?: string },
): Html {
  const names = ['q', ...filterNames] as const
  const kept = Object.fromEntries(names.map((name) => [name, listed[name]]))
  return html`<div class="actions"><a class="button" href="${withQuery(path, { view, ...kept, format: 'xlsx' })}">\
${say(listWords.exportSheet)}</a>
<a class="button" href="${withQuery(path, { view, ...kept })}">${say(listWords.exportCsv)}</a></div>
<p class="hint">${say(listWords.exportHint)}</p>`
}
