import { type Html, html } from '@selfbill/pint-ae/html'
import type { Described } from '../../../api/answer/answer.ts'
import { ErrorAnswer } from '../../../api/answer/error-shape.ts'
import type { FaultCode } from '../../../api/faults.ts'
import { nameOf } from '../../../api/openapi/places.ts'
import type { RateLimit } from '../../../api/rates/rate-limit.ts'
import { asCode } from '../../parts/as-code.ts'
import { badge } from '../../parts/badge.ts'
import { codeBlock, withCode } from '../../parts/code-block.ts'
import type { OpenCall, PageReply } from '../../route.ts'
import { type DescribedOperation, errorsOf, type Parameter } from './api-description.ts'
import { faultText } from './fault-text.ts'
import { type FieldRules, placesOf } from './field-rules.ts'
import { namedSchema, type PlainSchema, plain, written } from './plain-schema.ts'
import { referenceWords } from './reference-words.ts'
import { exampleCall } from './sample-values.ts'
import { schemaTree, type TreeView, typeLine } from './schema-tree.ts'
import { hasTryForm } from './try-form.ts'

/** All about one operation: access, parameters, body, answers, code, and the form that calls it. */
export function operationPage(
  call: OpenCall,
  described: DescribedOperation,
  { rules, rateLimit }: { readonly rules: FieldRules; readonly rateLimit: RateLimit },
  tryPart: Html | undefined,
): PageReply {
  const { say } = call
  const { method, path, operation, parameters, body } = described
  const shown = parameters.map((one) => parameterItem(call, one))
  return {
    title: operation.summary,
    body: html`<p><a href="/reference">${say(referenceWords.all)}</a></p>
<div class="page-head" lang="en" dir="ltr"><div><h1>${operation.summary}</h1>
<p><code class="address">${method} ${path}</code></p></div></div>
${operation.description !== undefined && html`<p lang="en" dir="ltr">${withCode(operation.description)}</p>`}
${facts(call, described, rateLimit)}
${parameters.length > 0 && section(say(referenceWords.parameters), html`<ul class="fields">${shown}</ul>`)}
${body !== undefined && section(say(referenceWords.body), bodyPart(call, described, rules))}
${section(say(referenceWords.answers), answersPart(call, described))}
${asCode(call, exampleCall(described))}
${tryPart}`,
  }
}

function section(title: string, content: Html): Html {
  return html`<section class="card"><h2>${title}</h2>${content}</section>`
}

function facts({ say }: OpenCall, { id, operation, scopes }: DescribedOperation, rateLimit: RateLimit): Html {
  const { access } = operation
  const rate = access.kind === 'scopes' ? (access.rate ?? 'usual') : access.kind === 'sandbox' ? 'usual' : 'public'
  const limit = say(referenceWords[`rate-${rate}`], { count: rateLimit.maxOf(rate) })
  return html`<dl class="facts">
<div><dt>${say(referenceWords.access)}</dt><dd>${say(referenceWords[`access-${access.kind}`])} ${scopes.map(
    (scope, at) => html`${at > 0 && `${say(referenceWords.or)} `}<code>${scope}</code> `,
  )}</dd></div>
<div><dt>${say(referenceWords.rate)}</dt><dd>${limit}</dd></div>
<div><dt>${say(referenceWords.operationId)}</dt><dd><code>${id}</code></dd></div>
${
  'isPhase2' in access &&
  html`<div><dt>${say(referenceWords.subscription)}</dt>\
<dd>${say(referenceWords.phase2)}</dd></div>`
}
</dl>`
}

function parameterItem({ say }: OpenCall, { name, in: place, required, description, schema }: Parameter): Html {
  return html`<li><code class="strong">${name}</code> <span class="hint">${say(referenceWords[`in-${place}`])}</span>
${typeLine({ say }, schema)}\
${required && html` <span class="needed">${say(referenceWords.required)}</span>`}
${description !== undefined && html`<p class="hint">${withCode(description)}</p>`}</li>`
}

function bodyPart(call: OpenCall, described: DescribedOperation, rules: FieldRules): Html {
  const { say, language } = call
  const { body } = described
  const { mediaType, schema, example, isOptional } = body ?? { mediaType: '', schema: undefined, example: undefined }
  return html`<p><code>${mediaType}</code>${isOptional === true && html` ${say(referenceWords.bodyOptional)}`}</p>
${schema !== undefined && mainFields({ say, language, rules }, schema)}
${
  example !== undefined &&
  !hasTryForm(call, described) &&
  html`<details><summary>${say(referenceWords.example)}</summary>
${codeBlock(say(referenceWords.example), textOf(example))}</details>`
}`
}

function textOf(example: object | string): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2)
}

/** A large schema shows its mandatory fields; the others are on its own page. */
function mainFields(view: TreeView, schema: PlainSchema): Html | undefined {
  const name = nameOf(schema)
  if (name === undefined) return schemaTree(view, schema, [])
  const { properties = {}, ...whole } = namedSchema(name, view.language) ?? {}
  const all = Object.entries(properties)
  const required = new Set(whole.required)
  const shown = all.length <= fieldsMax ? all : all.filter(([member]) => required.has(member))
  const link = html`<a href="/reference/schemas/${name}"><code>${name}</code></a>`
  const hidden = all.length - shown.length
  return html`<p>${link}</p>${schemaTree(view, { ...whole, properties: Object.fromEntries(shown) }, placesOf(name))}
${hidden > 0 && html`<p>${view.say(referenceWords.moreFields, { count: hidden })} ${link}</p>`}`
}

/** A large answer is only a link, since the body shows most of its fields. */
function answerFields(view: TreeView, schema: PlainSchema): Html | undefined {
  const name = nameOf(schema)
  const { properties = {} } = written(schema)
  const isSmall = name !== undefined && Object.keys(properties).length <= fieldsMax
  return isSmall ? mainFields(view, schema) : schemaTree(view, schema, [])
}

const fieldsMax = 20

function answersPart({ say, language }: OpenCall, { operation }: DescribedOperation): Html {
  const answers = Object.entries(operation.answers).map(([status, described]) =>
    answerPart({ say, language }, status, described),
  )
  const errorItem = (code: FaultCode) =>
    html`<li><a href="/reference/errors#${code}"><code>${code}</code></a> ${faultText({ say, language }, code)}</li>`
  const errors = [...errorsOf(operation)].map(
    ([status, codes]) => html`<div class="answer"><h3>${badge(status >= 500 ? 'warning' : 'bad', String(status))}</h3>
<ul>${codes.map(errorItem)}</ul></div>`,
  )
  const shape = plain(operation.errors?.schema ?? ErrorAnswer)
  return html`${answers}<h3>${say(referenceWords.errors)}</h3>${errors}
<details><summary>${say(referenceWords.errorShape)}</summary>\
${answerFields({ say, language, rules: noRules }, shape)}</details>`
}

function answerPart(
  { say, language }: Pick<OpenCall, 'say' | 'language'>,
  status: string,
  { description, type, schema, headers = {} }: Described,
): Html {
  const names = Object.entries(headers)
  return html`<div class="answer"><h3>${badge(status < '300' ? 'good' : 'quiet', status)} \
<span lang="en" dir="ltr">${withCode(description)}</span></h3>
${type !== undefined && html`<p>${[type].flat().map((one) => html`<code>${one}</code> `)}</p>`}
${schema !== undefined && answerFields({ say, language, rules: noRules }, plain(schema))}
${
  names.length > 0 &&
  html`<ul class="fields">${names.map(
    ([name, text]) => html`<li><code>${name}</code> <bdi class="hint" lang="en">${withCode(text)}</bdi></li>`,
  )}</ul>`
}</div>`
}

const noRules: FieldRules = new Map()
