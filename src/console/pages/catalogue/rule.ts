import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { asCode } from '../../parts/as-code.ts'
import { badge } from '../../parts/badge.ts'
import { pageHead } from '../../parts/page-head.ts'
import { type Call, page } from '../../route.ts'
import type { Rule } from './catalogue-frame.ts'
import { catalogueWords } from './catalogue-words.ts'
import { severityBadge } from './rules.ts'

/** A rule, as a finding leads to it: what it asks for, in both languages, and what it reads. */
export const showRule = page({
  path: '/console/rules/{id}',
  access: 'viewer',
  async show(call) {
    const { api, say, params } = call
    const [{ items: rules }, { items: codelists }] = await Promise.all([
      api.call('retrieveRule', { params: { id: params.id } }),
      api.call('listCodeLists'),
    ])
    const id = rules[0]?.id ?? params.id
    const lists = codelists.filter((list) => list.rules.includes(id))
    return {
      title: id,
      body: html`<p><a href="/console/rules">${say(catalogueWords.allRules)}</a></p>
${pageHead(id)}
${rules.map((rule) => ruleCard(call, rule))}
${lists.length > 0 && html`<section><h2>${say(catalogueWords.codelists)}</h2><ul>${lists.map(listLink)}</ul></section>`}
${asCode(call, { operation: 'retrieveRule', params: { id } })}`,
    }
  },
})

type Lists = Operations['listCodeLists']['answer']['items']

function listLink({ name, title }: Lists[number]): Html {
  return html`<li><a href="/console/codelists/${name}"><bdi lang="en">${title}</bdi></a></li>`
}

function ruleCard(call: Call, rule: Rule): Html {
  const { say } = call
  const sets = rule.sets.map((set) => say(catalogueWords[`set-${set}`])).join(' · ')
  const origin = say(rule.official ? catalogueWords.official : catalogueWords.ours)
  return html`<section class="card rule">
<p>${severityBadge(call, rule.severity)} ${badge('quiet', origin)}</p>
<dl class="facts">
<div><dt>${say(catalogueWords.set)}</dt><dd>${sets}</dd></div>
${rule.terms.length > 0 && html`<div><dt>${say(catalogueWords.terms)}</dt><dd>${rule.terms.map(searchLink)}</dd></div>`}
</dl>
${rule.fields.length > 0 && fieldsOf(call, rule.fields)}
${rule.assertions.map((assertion) => assertionPart(call, assertion))}
</section>`
}

/** Some rules read every field of a document. */
function fieldsOf({ say }: Call, fields: readonly string[]): Html {
  const title = say(catalogueWords.countOfFields, { count: fields.length })
  return html`<details open="${fields.length <= 12}"><summary>${title}</summary>
<ul class="plain">${fields.map((one) => html`<li>${searchLink(one)}</li>`)}</ul></details>`
}

function searchLink(text: string): Html {
  return html`<a class="term" href="/console/rules?q=${text}"><code>${text}</code></a> `
}

function assertionPart({ say }: Call, { message, context, test }: Rule['assertions'][number]): Html {
  return html`<div class="assertion">
<p class="strong" lang="en" dir="ltr">${message.en}</p>
${message.ar !== null && html`<p class="strong" lang="ar" dir="rtl">${message.ar}</p>`}
<details><summary>${say(catalogueWords.asXpath)}</summary>
<p>${say(catalogueWords.context)}</p>
<pre class="code wraps" dir="ltr"><code>${context}</code></pre>
<p>${say(catalogueWords.test)}</p>
<pre class="code wraps" dir="ltr"><code>${test}</code></pre></details>
</div>`
}
