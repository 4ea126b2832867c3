import { type Html, html } from '@selfbill/pint-ae/html'
import { scopesOfRole } from '../../../security/roles.ts'
import type { Form } from '../../http/form.ts'
import { choice, field, longText } from '../../parts/field.ts'
import { idempotencyField } from '../../parts/idempotency.ts'
import type { OpenCall } from '../../route.ts'
import { signInWords } from '../sign-in/sign-in-words.ts'
import type { DescribedOperation, Parameter } from './api-description.ts'
import { written } from './plain-schema.ts'
import { referenceWords } from './reference-words.ts'
import { exampleCall } from './sample-values.ts'
import { isProfile } from './usual-profile.ts'

/**
 * The form that calls an operation with the person's own account, or the reason why it is missing:
 * nobody is signed in, the role lacks the scope, or a page cannot show such a body or answer.
 */
export function tryForm(call: OpenCall, described: DescribedOperation, filled: Filled = {}): Html {
  const { say, signedIn } = call
  const changes = described.method !== 'GET' && signedIn !== undefined
  return html`<section class="card" id="try"><h2>${say(referenceWords.tryIt)}</h2>
${changes && html`<p class="hint">${say(referenceWords.tryChanges)}</p>`}
${formOrReason(call, described, filled)}</section>`
}

function formOrReason(call: OpenCall, described: DescribedOperation, filled: Filled): Html {
  const { say, signedIn } = call
  const { id, scopes } = described
  if (signedIn === undefined) {
    return html`<p>${say(referenceWords.trySignIn)} <a href="/reference/${id}/try">${say(signInWords.title)}</a></p>`
  }
  if (!isShowable(described)) return html`<p>${say(referenceWords.tryCode)}</p>`
  if (hasTryForm(call, described)) return form(call, described, filled)
  return html`<p>${say(referenceWords.tryScope)} ${scopes.map((scope) => html`<code>${scope}</code> `)}</p>`
}

/** What stands in the form at its beginning. */
export interface Filled {
  readonly sent?: Sent
  /** The only business profile of the organisation. */
  readonly usual?: string | undefined
}

/** What a person has sent, to show it again. */
export interface Sent {
  readonly form: Form
  readonly problems: Readonly<Record<string, string>>
}

/** Whether the role has one of the scopes. Only the access point calls its own operation. */
function mayCall({ signedIn }: OpenCall, { operation, scopes }: DescribedOperation): boolean {
  if (signedIn === undefined || operation.access.kind === 'gateway') return false
  if (scopes.length === 0) return true
  const held = scopesOfRole[signedIn.person.role]
  return scopes.some((scope) => held.includes(scope))
}

/** Whether the page has the form, which begins with the example. */
export function hasTryForm(call: OpenCall, described: DescribedOperation): boolean {
  return isShowable(described) && mayCall(call, described)
}

/** The client sends JSON, and a page shows text. */
function isShowable({ operation, body }: DescribedOperation): boolean {
  const isJson = body === undefined || body.mediaType === 'application/json'
  const types = Object.values(operation.answers).flatMap(({ type = [] }) => type)
  return isJson && types.every((type) => /json|xml|^text\//.test(type))
}

function form({ say }: OpenCall, described: DescribedOperation, { sent, usual }: Filled): Html {
  const { id, parameters, body, method } = described
  const example = exampleCall(described)
  const shownValue = (name: string, atFirst: string | undefined) =>
    sent === undefined ? atFirst : sent.form.exact(name)
  const control = (one: Parameter) =>
    parameterControl(
      one,
      shownValue(fieldName(one), isProfile(one) ? usual : undefined),
      sent?.problems[fieldName(one)],
    )
  const headers = parameters.filter((one) => one.in === 'header')
  const areSent = headers.some((one) => sent !== undefined && sent.form.exact(fieldName(one)) !== '')
  const text = body && JSON.stringify(example.body, null, 2)
  return html`<form method="post" action="/reference/${id}/try">${idempotencyField()}
${parameters.filter((one) => one.in !== 'header').map(control)}
${
  headers.length > 0 &&
  html`<details open="${areSent}"><summary>${say(referenceWords.headers)}</summary>${headers.map(control)}</details>`
}
${
  body !== undefined &&
  longText('body', say(referenceWords.body), {
    value: shownValue('body', text),
    rows: 14,
    direction: 'ltr',
    problem: sent?.problems.body,
  })
}
<p><button class="primary" type="submit">\
${say(method === 'GET' ? referenceWords.send : referenceWords.next)}</button></p>
</form>`
}

/** Names of the two places do not collide. */
export function fieldName({ in: place, name }: Parameter): string {
  return `${place}.${name}`
}

function parameterControl(parameter: Parameter, value: string | undefined, problem: string | undefined): Html {
  const { name, schema, required, description } = parameter
  const options = {
    ...(description !== undefined && { hint: description }),
    value,
    problem,
    isRequired: required,
    direction: 'ltr',
  } as const
  const { type, enum: values = type === 'boolean' ? [true, false] : undefined } = written(schema)
  if (values === undefined) return field(fieldName(parameter), name, options)
  const choices = values.map((one) => ({ value: String(one), label: String(one) }))
  return choice(fieldName(parameter), name, required ? choices : [{ value: '', label: '–' }, ...choices], options)
}
