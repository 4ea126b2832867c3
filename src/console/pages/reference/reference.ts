import { type Html, html } from '@selfbill/pint-ae/html'
import { tagOf, tags } from '../../../api/openapi/tags.ts'
import { withCode } from '../../parts/code-block.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { field } from '../../parts/field.ts'
import { pageHead } from '../../parts/page-head.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import type { OpenCall, PageReply } from '../../route.ts'
import { isFound } from '../catalogue/catalogue-frame.ts'
import { catalogueWords } from '../catalogue/catalogue-words.ts'
import { signInWords } from '../sign-in/sign-in-words.ts'
import { allOperations, type DescribedOperation } from './api-description.ts'
import { referenceWords } from './reference-words.ts'

/** Every operation of the API, by group. Anyone may read it. */
export function showReference(call: OpenCall<'/reference', 'q'>): PageReply {
  const { say, language, query } = call
  const found = allOperations(language).filter(({ id, method, path, operation }) =>
    isFound(query.q, [id, `${method} ${path}`, operation.summary, tagOf(operation)]),
  )
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    members: found.filter(({ operation }) => tagOf(operation) === name),
  }))
  const title = say(referenceWords.title)
  return {
    title,
    body: html`${pageHead(title, { about: say(referenceWords.about) })}
<form class="filters" method="get" action="/reference" role="search">
${field('q', say(referenceWords.search), { value: query.q, type: 'search', maxLength: 200 })}
<button type="submit">${say(sharedWords.search)}</button>
<a class="button" href="/openapi.json">${say(referenceWords.openApi)}</a>
<a class="button" href="/reference/errors">${say(referenceWords.errorCodes)}</a>
</form>
${signInHint(call)}
${found.length === 0 && emptyState(say(referenceWords.none), say(catalogueWords.noRulesHint))}
${groups.filter(({ members }) => members.length > 0).map(groupPart)}`,
  }
}

function signInHint({ say, signedIn }: OpenCall): Html | undefined {
  if (signedIn !== undefined) return undefined
  return html`<p class="hint">${say(referenceWords.signInHint)} \
<a href="/console/sign-in">${say(signInWords.title)}</a></p>`
}

interface Group {
  readonly name: string
  readonly description: string
  readonly members: readonly DescribedOperation[]
}

function groupPart({ name, description, members }: Group): Html {
  return html`<section><h2 lang="en" dir="ltr">${name}</h2>
<p class="hint" lang="en" dir="ltr">${withCode(description)}</p>
<ul class="operations" lang="en" dir="ltr">${members.map(
    ({ id, method, path, operation }) => html`<li><a href="/reference/${id}">${operation.summary}</a>\
<code>${method} ${path}</code></li>`,
  )}</ul></section>`
}
