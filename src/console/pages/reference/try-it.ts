import { type Html, html } from '@selfbill/pint-ae/html'
import { JsonUnreadable, readJson } from '@selfbill/pint-ae/json'
import { inArabic, inEnglish } from '@selfbill/pint-ae/messages'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { fillPath, withQuery } from '../../../../client/src/paths.ts'
import type { Organisations } from '../../../api/parts.ts'
import { indented } from '../../code/json-text.ts'
import { emptyForm, type Form } from '../../http/form.ts'
import { Refused } from '../../http/refused.ts'
import type { Language } from '../../language/language.ts'
import { badge } from '../../parts/badge.ts'
import { codeBlock } from '../../parts/code-block.ts'
import { idempotencyOf } from '../../parts/idempotency.ts'
import { pageHead } from '../../parts/page-head.ts'
import type { Call, PageReply } from '../../route.ts'
import { type DescribedOperation, operationNamed, type Parameter } from './api-description.ts'
import { referenceWords } from './reference-words.ts'
import { fieldName, hasTryForm, type Sent, tryForm } from './try-form.ts'

/**
 * Calls an operation with the account of the person. An operation that changes something is first
 * shown as it will be sent, with the organisation that it changes.
 */
export async function tryOperation(
  call: TryCall,
  { organisation }: Pick<Organisations, 'organisation'>,
): Promise<PageReply> {
  const described = operationNamed(call.params.operation, call.language)
  if (described === undefined) throw new Refused('notFound')
  if (!hasTryForm(call, described)) throw new Refused('forbidden')
  const attempt = requestIn(call, described)
  if ('problems' in attempt) return formAgain(call, described, attempt)
  if (described.method !== 'GET' && !call.form.isChecked('confirmed')) {
    const name = (await organisation(call.person.orgId))?.name ?? call.person.orgId
    return confirmPage(call, described, attempt, name)
  }
  return answerPage(call, described, attempt, await send(call, described, attempt))
}

type TryCall = Call<'/reference/{operation}/try'> & { readonly form: Form }

interface Request {
  readonly path: string
  readonly json: string | undefined
  /** Those that the person has filled in. */
  readonly headers: Readonly<Record<string, string>>
}

/** The request that the form asks for, or what is wrong with the form. */
function requestIn({ form, say, language }: TryCall, { path, parameters, body }: DescribedOperation): Request | Sent {
  const problems: Record<string, string> = {}
  const values = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place).map((one) => [one.name, form.text(fieldName(one))?.toWellFormed()]),
    )
  const filled = (place: Parameter['in']): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values(place)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
  for (const parameter of parameters) {
    const text = form.text(fieldName(parameter))
    const isNoPart = parameter.in === 'path' && (text === '.' || text === '..')
    if (parameter.in === 'path' && (text === undefined || isNoPart)) {
      problems[fieldName(parameter)] = say(referenceWords.needsValue)
    }
    if (parameter.in === 'header' && text !== undefined && !/^[\x20-\x7e]{1,1000}$/.test(text)) {
      problems[fieldName(parameter)] = say(referenceWords.notAHeader)
    }
  }
  const text = form.exact('body').trim()
  const json = body === undefined || text === '' ? undefined : text
  const unreadable = json === undefined ? undefined : problemOfJson(json, language)
  if (unreadable !== undefined) problems.body = unreadable
  if (Object.keys(problems).length > 0) return { form, problems }
  return { path: withQuery(fillPath(path, filled('path')), values('query')), json, headers: filled('header') }
}

/** What is wrong with it, with line and column, as the API says it; undefined if nothing is. */
function problemOfJson(text: string, language: Language): string | undefined {
  try {
    readJson(text)
    return undefined
  } catch (error) {
    if (!(error instanceof JsonUnreadable)) throw error
    return language === 'ar' ? inArabic(error.reason) : inEnglish(error.reason)
  }
}

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Every answer is shown, except that of a session that has ended. */
async function send({ api, form, gone }: TryCall, { method }: DescribedOperation, request: Request): Promise<Answered> {
  const { path, json, headers: own } = request
  const text = json === undefined ? {} : { text: { content: json, type: 'application/json' as const } }
  const options = { ...text, headers: own, ...(method === 'GET' ? { signal: gone } : idempotencyOf(form)) }
  try {
    const { status, headers, bytes } = await api.send(method, path, options)
    return { status, headers, body: new TextDecoder().decode(bytes) }
  } catch (error) {
    if (!(error instanceof SelfbillError) || error.status === 401) throw error
    return { status: error.status, headers: error.headers, body: error.body }
  }
}

function formAgain(call: TryCall, described: DescribedOperation, sent: Sent): PageReply {
  return {
    status: 422,
    title: described.operation.summary,
    body: around(call, described, tryForm(call, described, { sent })),
  }
}

function confirmPage(call: TryCall, described: DescribedOperation, request: Request, organisation: string): PageReply {
  const { say, form } = call
  const { id, operation, parameters, method } = described
  const names = [...parameters.map(fieldName), 'body', 'once']
  const headerLines = Object.entries(request.headers).map(([name, value]) => `\n${name}: ${value}`)
  const text = `${method} ${request.path}${headerLines.join('')}\n\n${shortened(request.json ?? '')}`.trimEnd()
  const kept = names.filter((name) => form.exact(name) !== '')
  return {
    title: operation.summary,
    body: around(
      call,
      described,
      html`<section class="card"><h2>${say(referenceWords.confirmTitle)}</h2>
<p>${say(referenceWords.confirm, { organisation })}</p>
${codeBlock(say(referenceWords.confirmTitle), text)}
<form method="post" action="/reference/${id}/try">
${kept.map((name) => html`<input type="hidden" name="${name}" value="${form.exact(name)}">`)}
<p><button class="danger" type="submit" name="confirmed" value="yes">${say(referenceWords.send)}</button>
<a class="button" href="/reference/${id}">${say(referenceWords.cancel)}</a></p></form></section>`,
    ),
  }
}

function answerPage(call: TryCall, described: DescribedOperation, request: Request, answered: Answered): PageReply {
  const { say } = call
  const { method } = described
  const { status, headers, body } = answered
  const headerLines = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const tone = status < 400 ? 'good' : 'bad'
  // A GET that is sent again is harmless; a change begins with a new form and a new key.
  const form = method === 'GET' ? { form: call.form, problems: {} } : { form: emptyForm, problems: {} }
  return {
    title: described.operation.summary,
    body: around(
      call,
      described,
      html`<section class="card"><h2>${say(referenceWords.answer)} ${badge(tone, String(status))}</h2>
<p><code class="address">${method} ${request.path}</code></p>
<details><summary>${say(referenceWords.headers)}</summary>
${codeBlock(say(referenceWords.headers), headerLines)}</details>
${body.length > shownMax && html`<p class="hint">${say(referenceWords.cut, { count: shownMax })}</p>`}
${codeBlock(say(referenceWords.answer), bodyText(headers, body))}
</section>
${method === 'GET' && tryForm(call, described, { sent: form })}`,
    ),
  }
}

function around({ say }: TryCall, { id, operation }: DescribedOperation, content: Html): Html {
  return html`<p><a href="/reference/${id}">${say(referenceWords.back)}</a></p>${pageHead(operation.summary)}${content}`
}

function bodyText(headers: Headers, body: string): string {
  const isJson = /json/.test(headers.get('content-type') ?? '')
  return shortened(isJson && body.length <= shownMax * 4 ? indented(body) : body)
}

/** A page stays light however long an answer is. */
function shortened(text: string): string {
  return text.length <= shownMax ? text : `${text.slice(0, shownMax).toWellFormed()}…`
}

const shownMax = 12_000
