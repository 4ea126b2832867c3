import { type Html, html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../client/src/errors.ts'
import { worded } from '../attempt.ts'
import type { PageReply, Visit } from '../route.ts'
import { troubleWords } from './trouble-words.ts'

/** A page that says what went wrong and what to do. */
export function troublePage({ say }: Visit, status: number, trouble: Trouble, error?: SelfbillError): PageReply {
  const title = say(troubleWords[`${trouble}Title`])
  const said = error && worded(error, say)
  const fields = Object.entries(said?.fields ?? {})
  return {
    status,
    title,
    body: html`<div class="trouble">
<p class="code">${status}</p>
<h1>${title}</h1>
<p>${trouble === 'refused' ? html`<bdi>${said?.message}</bdi>` : say(troubleWords[trouble])}</p>
${fields.length > 0 && html`<ul>${fields.map(lineOf)}</ul>`}
<p><a class="button" href="/console">${say(troubleWords.home)}</a></p>
</div>`,
  }
}

function lineOf([field, message]: readonly [string, string]): Html {
  return html`<li><code>${field}</code> <bdi>${message}</bdi></li>`
}

export type Trouble =
  | 'notFound'
  | 'forbidden'
  | 'elsewhere'
  | 'tooLarge'
  | 'unreadable'
  | 'busy'
  | 'refused'
  | 'away'
  | 'unknown'
  | 'failed'
