import { html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { emptyForm, type Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { checkBoxes } from '../../parts/check-boxes.ts'
import { copyable } from '../../parts/code-block.ts'
import { facts } from '../../parts/facts.ts'
import { field } from '../../parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { secretBox } from '../../parts/secret-box.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { clientsPath, scopeLabels } from './clients.ts'

/** A new client. The answer to the form shows its secret, once. */
export const newClient = page({
  path: '/console/settings/clients/new',
  access: 'admin',
  show: (call) => formPage(call, emptyForm),
})

export const addClient = action({
  path: '/console/settings/clients/new',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const body = { name: form.text('name') ?? '', scope: form.texts('scope').join(' ') }
    const { answer, refusal } = await attempt(call, () => api.call('createClient', { body, ...idempotencyOf(form) }))
    return refusal === undefined ? clientSecretPage(call, answer) : formPage(call, form, refusal)
  },
})

export function clientSecretPage(call: Pick<Call, 'say'>, client: WithSecret): PageReply {
  const { say } = call
  const { client_id: id, client_secret: secret, name } = client
  const title = say(accountWords.clientSaved, { name })
  const more = html`${facts([[say(accountWords.clientId), copyable(id)]])}
<p>${say(accountWords.clientHint)}</p>
<div class="actions"><a class="button primary" href="${clientsPath}">${say(accountWords.toClients)}</a></div>`
  return {
    title,
    body: html`${pageHead(title)}${secretBox(call, { title: say(accountWords.clientSecret), secret, more })}`,
  }
}

interface WithSecret {
  readonly client_id: string
  readonly client_secret: string
  readonly name: string
}

function formPage(call: Pick<Call, 'say'>, form: Form, refusal?: SelfbillError): PageReply {
  const { say } = call
  const scopes = scopeLabels.map(([value, label]) => ({ value, label: say(label) }))
  const scopeProblem = form.texts('scope').length === 0 ? say(accountWords.scopesMissing) : refusal?.fields.scope
  return {
    title: say(accountWords.newClient),
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', sharedWords.notSaved) }),
    body: html`${pageHead(say(accountWords.newClient), { about: say(accountWords.clientsAbout) })}
<form class="card stacked" method="post" action="${`${clientsPath}/new`}">
${idempotencyField()}
${field('name', say(sharedWords.name), {
  value: form.text('name'),
  isRequired: true,
  maxLength: 255,
  problem: refusal?.fields.name,
})}
${checkBoxes('scope', say(accountWords.scopes), scopes, {
  chosen: form.texts('scope'),
  problem: refusal && scopeProblem,
})}
${otherProblems(refusal, ['name', 'scope'])}
<div class="actions"><button class="primary" type="submit">${say(accountWords.addClient)}</button>
<a class="button" href="${clientsPath}">${say(sharedWords.cancel)}</a></div>
</form>`,
  }
}
